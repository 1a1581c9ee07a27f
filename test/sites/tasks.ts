/** Multi-step tasks on the sites: what an agent does on each, and what the site must have been told in the end. */
import type { Agent } from "./agent.ts";
import { tasksOfOffices } from "./office-tasks.ts";
import { serveSite } from "./serve.ts";
import type { Task } from "./task.ts";

/** Does a task on a site of its own. Throws where it was not done. */
export async function doTask({ site: name, answers, run, found, told }: Task, agent: Agent): Promise<void> {
  const site = serveSite(name, answers);
  try {
    await agent.open(site.url);
    const result = await run(agent);
    if (result !== found) throw new Error(`${name}: found '${result}', not '${found}'`);
    const kinds = new Set(told.map(({ what }) => what));
    const heard = site.told.filter(({ what }) => kinds.has(what));
    if (!Bun.deepEquals(heard, told)) throw new Error(`${name}: the site was told ${JSON.stringify(heard)}`);
  } finally {
    site.stop();
  }
}

const shop: Task = {
  site: "shop",
  answers: { coupon: ({ code }) => ({ valid: code === "TEA10" }), order: () => ({ number: "T-4711" }) },
  async run(agent) {
    const code = await agent.sees(/with the code (\w+)/);
    await agent.click("Add to cart", "Blue mug");
    await agent.sees(/Blue mug added to cart/);
    await agent.click("Add to cart", "Tea pot");
    await agent.sees(/Cart \(2\)/);
    await agent.click("Cart (2)");
    await agent.click("One more", "Tea pot");
    await agent.sees(/€ 90\.00/);
    await agent.fill({ Coupon: code });
    await agent.click("Apply");
    await agent.sees(/€ 81\.00/);
    await agent.click("Go to checkout");
    await agent.fill({
      "Full name": "Ann Lee",
      "E-mail": "ann@example.com",
      Street: "Main street 1",
      "Post code": "1010",
      Country: "Austria",
    });
    await agent.click("Place order");
    await agent.sees(/Please fill in: terms/);
    await agent.act("check", await agent.number("I accept the terms"));
    await agent.click("Place order");
    return await agent.sees(/Your order number is (\S+)\./);
  },
  found: "T-4711",
  told: [
    { what: "add", body: { name: "Blue mug" } },
    { what: "add", body: { name: "Tea pot" } },
    { what: "coupon", body: { code: "TEA10" } },
    {
      what: "order",
      body: {
        name: "Ann Lee",
        email: "ann@example.com",
        street: "Main street 1",
        code: "1010",
        country: "Austria",
        terms: "on",
        cart: { "Blue mug": 1, "Tea pot": 2 },
        coupon: "yes",
      },
    },
  ],
};

const login: Task = {
  site: "login",
  answers: {
    login: ({ password }) =>
      password === "spring26"
        ? { ask: "In which town were you born?" }
        : { error: "Wrong password. It is spring26 now." },
    answer: ({ answer }) => ({ ok: answer === "Linz" }),
    accounts: () => ({
      accounts: [
        ["Household", 120],
        ["Savings", 8400],
        ["Travel", 300],
      ],
    }),
    transfer: () => ({ receipt: "R-77" }),
  },
  async run(agent) {
    await agent.fill({ User: "ann", Password: "winter25" });
    await agent.click("Sign in");
    const password = await agent.sees(/It is (\w+) now/);
    await agent.fill({ Password: password });
    await agent.click("Sign in");
    await agent.sees(/In which town/);
    await agent.fill({ Answer: "Linz" });
    await agent.click("Continue");
    await agent.sees(/€ 8400/);
    await agent.click("Transfer", "Savings");
    await agent.fill({ To: "AT12", Amount: "250" });
    await agent.click("Send money");
    return await agent.sees(/Receipt (\S+)\./);
  },
  found: "R-77",
  told: [{ what: "transfer", body: { from: "Savings", to: "AT12", amount: "250" } }],
};

const library: Task = {
  site: "library",
  answers: {
    book: ({ name }) => ({ author: "R. Carson", copies: name === "Beneath the sea" ? 4 : 1, shelf: "C 12" }),
    reserve: () => ({ until: "3 December" }),
  },
  async run(agent) {
    await agent.act("input", await agent.number("Search"), "around");
    await agent.click("The sea around us");
    await agent.click("Copies");
    await agent.sees(/1 copies on shelf C 12/);
    await agent.act("input", await agent.number("Search"), "sea");
    await agent.act("keys", "Enter");
    await agent.sees(/10 books/);
    await agent.click("Load more");
    await agent.click("Beneath the sea");
    await agent.click("Copies");
    await agent.sees(/4 copies/);
    await agent.click("Reserve");
    return await agent.sees(/Reserved until (.*)\./);
  },
  found: "3 December",
  told: [{ what: "reserve", body: { name: "Beneath the sea" } }],
};

const quiz: Task = {
  site: "quiz",
  answers: {
    answer: ({ answer }) => ({ right: ["Vienna", "Six", "Jupiter", "144", "Tin"].includes(String(answer)) }),
    score: () => ({ score: "5 of 5" }),
  },
  async run(agent) {
    await agent.click("Start");
    const answers = { Austria: "Vienna", hexagon: "Six", planet: "Jupiter", "12 times": "144", metal: "Tin" };
    for (const [word, answer] of Object.entries(answers)) {
      await agent.sees(new RegExp(word));
      await agent.act("check", await agent.number(answer));
      await agent.click("Answer");
      await agent.sees(/Right!/);
      await agent.click(word === "metal" ? "Show my score" : "Next question");
    }
    return await agent.sees(/Your score: (.*)/);
  },
  found: "5 of 5",
  told: ["Vienna", "Six", "Jupiter", "144", "Tin"].map((answer, n) => ({ what: "answer", body: { n, answer } })),
};

const donate: Task = {
  site: "donate",
  answers: { pay: () => ({ id: "D-9" }) },
  async run(agent) {
    await agent.click("€ 25");
    await agent.sees(/You give € 25/);
    await agent.fill({ "Card number": "4242", "Valid until": "12/29", "Check digits": "123" });
    await agent.click("Pay now");
    await agent.sees(/has 16 digits/);
    await agent.fill({ "Card number": "4242424242424242" });
    await agent.click("Pay now");
    const receipt = await agent.sees(/Your receipt is (\S+)\./);
    await agent.click("Plant my name");
    await agent.fill({ "Your name": "Ann" });
    await agent.click("Plant");
    await agent.sees(/Planted/);
    return receipt;
  },
  found: "D-9",
  told: [
    { what: "pay", body: { amount: 25, card: "4242424242424242", until: "12/29", check: "123" } },
    { what: "plant", body: { name: "Ann" } },
  ],
};

const chat: Task = {
  site: "chat",
  answers: {
    message: ({ text }) => {
      if (/order/.test(String(text)))
        return { answer: "What is wrong with it?", choices: ["It is late", "It is broken"] };
      if (text === "It is broken") return { answer: "I am sorry. Please send me the code AX-31 to confirm." };
      return text === "AX-31" ? { answer: "Done. You get a new one under case 5581." } : { answer: "Pardon?" };
    },
  },
  async run(agent) {
    const say = async (text: string) => {
      await agent.act("input", await agent.number("Write a message"), text);
      await agent.click("Send");
    };
    await say("My order came yesterday");
    await agent.click("It is broken");
    await say(await agent.sees(/the code (\S+) to confirm/));
    return await agent.sees(/under case (\d+)/);
  },
  found: "5581",
  told: ["My order came yesterday", "It is broken", "AX-31"].map((text) => ({ what: "message", body: { text } })),
};

export const TASKS: readonly Task[] = [shop, login, library, quiz, donate, chat, ...tasksOfOffices];
