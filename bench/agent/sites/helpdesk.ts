/** A chat with a bot that answers after a moment, wants its choices made by buttons, and forgets nothing. */
import { html, POST, page, raw } from "../html.ts";
import { call, click, done, keys, look, type, waitFor } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, first, says, type Task, task } from "../task.ts";

interface State {
  said: string[];
  ticket: string | undefined;
}

const LOGIC = raw(`<script>
const log = document.querySelector("#log");
const add = (who, text) => { const line = document.createElement("p"); line.innerHTML = "<b>" + who + ":</b> "; line.append(text); log.append(line); log.scrollTop = 1e6; };
const say = async (text) => {
  for (const one of document.querySelectorAll(".quick")) one.remove();
  add("You", text);
  document.querySelector("#typing").hidden = false;
  const { answer, choices } = await (await post("/say", { text })).json();
  document.querySelector("#typing").hidden = true;
  add("Robin", answer);
  for (const choice of choices) { const button = document.createElement("button"); button.className = "quick"; button.textContent = choice; button.onclick = () => say(choice); log.append(button); }
};
document.querySelector("form").onsubmit = (event) => { event.preventDefault(); const box = document.querySelector("#box"); if (box.value) say(box.value); box.value = ""; };
add("Robin", "Hello, I am Robin, your digital assistant. What is it about?");
</script>`);

function site(): Site<State> {
  const state: State = { said: [], ticket: undefined };
  const reply = (text: string): { answer: string; choices: string[] } => {
    if (state.ticket) return { answer: `Your ticket is ${state.ticket}. Anything else?`, choices: [] };
    if (/router|internet/i.test(text))
      return { answer: "I am sorry to hear that. Which lamp is red on the router?", choices: ["Power", "DSL", "None"] };
    if (text === "DSL") return { answer: "Have you restarted it?", choices: ["Yes", "No"] };
    if (text === "Yes") return { answer: "Then please tell me your customer number.", choices: [] };
    if (/^C-\d{5}$/.test(text)) {
      state.ticket = "TCK-58213";
      return {
        answer:
          "Thank you. I have opened the ticket TCK-58213; a technician calls between 8 and 12. The number of an older ticket of yours, TCK-41180, is closed.",
        choices: [],
      };
    }
    return { answer: "I did not understand that. Please say in a few words what does not work.", choices: [] };
  };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Chat",
          html`${POST}<h1>Support</h1><div id="log" role="log" aria-label="Conversation"></div><p id="typing" hidden>Robin is typing…</p><form><input id="box" aria-label="Message" autocomplete="off"> <button>Send</button></form>${LOGIC}`,
          {
            style:
              "body{font:15px sans-serif;max-width:30em;margin:auto}#log{height:340px;overflow:auto;border:1px solid #ccc;padding:1em}.quick{margin:4px;border-radius:1em}",
          },
        ),
      "POST /say": async ({ form }) => {
        state.said.push(form.text ?? "");
        await Bun.sleep(600);
        return reply(form.text ?? "");
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "helpdesk-chat",
    kind: "timing",
    words:
      "Tell the support chat that the internet does not work: the DSL lamp is red, the router has been restarted, the customer number is C-20417. Answer with the number of the new ticket.",
    site,
    check: ({ ticket, said }, output) =>
      first(
        differs("ticket", ticket, "TCK-58213"),
        differs("customer number", said.includes("C-20417"), true),
        says(output, "TCK-58213", "TCK-41180"),
      ),
    wrong: [
      (state) => {
        state.ticket = "TCK-58213";
        state.said.push("C-20417");
        return "TCK-41180";
      },
      () => "TCK-58213",
    ],
    oracle: [
      look(),
      [type("My internet does not work", "Message"), keys("Enter")],
      waitFor("Which lamp is red"),
      click("DSL"),
      waitFor("Have you restarted it"),
      call("click", { role: "button", name: "Yes" }),
      waitFor("customer number"),
      [type("C-20417", "Message"), keys("Enter")],
      waitFor("TCK-58213"),
      done("The new ticket is TCK-58213.", "I have opened the ticket TCK-58213"),
    ],
  }),
];
