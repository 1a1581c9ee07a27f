/** Tasks on the sites that people work with: mail, settings, tables, a calendar, files, a board and a form in steps. */
import type { Task } from "./task.ts";

const wizard: Task = {
  site: "wizard",
  answers: { user: ({ user }) => ({ free: user !== "ann" }), account: () => ({ number: "C-100" }) },
  async run(agent) {
    await agent.fill({ "First name": "Ann", "Last name": "Lee", "Account for": "A company" });
    await agent.fill({ "Company name": "Lee & Co", "VAT number": "U1" });
    await agent.click("Next");
    await agent.sees(/ATU and eight digits/);
    await agent.fill({ "VAT number": "ATU12345678" });
    await agent.click("Next");
    await agent.fill({ "User name": "ann", Password: "longenough", "Repeat password": "longenough" });
    await agent.click("Next");
    const free = await agent.sees(/Free is (\w+)\./);
    await agent.fill({ "User name": free });
    await agent.click("Next");
    await agent.fill({
      Street: "Main street 1",
      Town: "Graz",
      Country: "Germany",
      "Send me news": "on",
      "Gold card": "on",
    });
    await agent.click("Open account");
    return await agent.sees(/customer number is (\S+)\./);
  },
  found: "C-100",
  told: [
    {
      what: "account",
      body: {
        first: "Ann",
        last: "Lee",
        kind: "A company",
        company: "Lee & Co",
        vat: "ATU12345678",
        user: "ann7",
        password: "longenough",
        again: "longenough",
        street: "Main street 1",
        town: "Graz",
        country: "Germany",
        news: "on",
        card: "gold",
      },
    },
  ],
};

const mail: Task = {
  site: "mail",
  answers: { mail: ({ subject }) => ({ text: subject === "Invoice 2207" ? "Please pay € 318 by Friday." : "Hello." }) },
  async run(agent) {
    await agent.act("input", await agent.number("Search mail"), "invoice");
    await agent.click("Ada Byron Invoice 2207");
    const sum = await agent.sees(/pay € (\d+)/);
    await agent.click("Reply");
    await agent.fill({ "Copy to": "bank@example.com", Message: `Paid ${sum}` });
    await agent.click("Send");
    await agent.sees(/Message sent/);
    await agent.click("Archive", "Ada Byron Invoice 2207");
    await agent.sees(/Moved to Archive/);
    await agent.click("Delete", "News desk");
    await agent.sees(/Moved to Trash/);
    await agent.click("Trash");
    await agent.sees(/News desk/);
    return sum;
  },
  found: "318",
  told: [
    {
      what: "send",
      body: { to: "Ada Byron", subject: "Re: Invoice 2207", text: "Paid 318", copy: "bank@example.com" },
    },
    { what: "move", body: { subject: "Invoice 2207", folder: "Archive" } },
    { what: "move", body: { subject: "Your weekly digest", folder: "Trash" } },
  ],
};

const settings: Task = {
  site: "settings",
  answers: { secret: () => ({ secret: "QF-204" }), code: ({ code }) => ({ right: code === "QF-204" }) },
  async run(agent) {
    await agent.click("Notifications");
    await agent.click("Mobile");
    await agent.sees(/Saved/);
    await agent.click("Security");
    await agent.click("Two-step sign-in");
    const secret = await agent.sees(/code is (\S+)\./);
    await agent.fill({ Code: secret });
    await agent.click("Turn on");
    await agent.click("Revoke", "old laptop");
    await agent.fill({ "Name of the key": "old laptop" });
    await agent.click("Revoke", "Keep it");
    await agent.click("Language");
    await agent.act("select", await agent.number("Language", "options"), "Deutsch");
    return await agent.sees(/(Sprache)/);
  },
  found: "Sprache",
  told: [
    { what: "set", body: { mobile: true } },
    { what: "code", body: { code: "QF-204" } },
    { what: "set", body: { secure: true } },
    { what: "revoke", body: { name: "old laptop" } },
    { what: "set", body: { language: "Deutsch" } },
  ],
};

const people: Task = {
  site: "people",
  async run(agent) {
    await agent.act("select", await agent.number("Department"), "Sales");
    await agent.click("Pay");
    await agent.click("Pay");
    await agent.click("Next");
    await agent.click("Edit", "Dan");
    await agent.fill({ Pay: "a lot" });
    await agent.click("Save");
    await agent.sees(/Digits only/);
    await agent.fill({ Pay: "2750" });
    await agent.click("Save");
    return await agent.sees(/(\w+) saved/);
  },
  found: "Dan",
  told: [{ what: "pay", body: { name: "Dan", pay: 2750 } }],
};

const booking: Task = {
  site: "booking",
  answers: {
    times: ({ day }) => ({ times: day === 15 ? ["18:00", "19:30", "21:00"] : [] }),
    book: () => ({ reference: "B-12" }),
  },
  async run(agent) {
    await agent.fill({ Guests: "4" });
    await agent.click("Choose a date");
    await agent.click("Next month");
    await agent.sees(/January 2027/);
    await agent.click("14");
    await agent.sees(/Nothing is free/);
    await agent.click("14 January 2027");
    await agent.click("15");
    await agent.click("19:30");
    await agent.fill({ Name: "Ann Lee", Phone: "0664 1", Wishes: "By the window" });
    await agent.click("Book");
    return await agent.sees(/Reference (\S+)/);
  },
  found: "B-12",
  told: [
    {
      what: "book",
      body: {
        date: "15 January 2027",
        time: "19:30",
        name: "Ann Lee",
        phone: "0664 1",
        wish: "By the window",
        guests: "4",
      },
    },
  ],
};

const files: Task = {
  site: "files",
  async run(agent) {
    await agent.click("New folder");
    await agent.fill({ Name: "Taxes" });
    await agent.click("Create");
    await agent.sees(/Taxes\//);
    await agent.act("rightclick", await agent.number("draft.doc"));
    await agent.click("Rename");
    await agent.fill({ "New name": "final.doc" });
    await agent.click("OK");
    await agent.sees(/final\.doc/);
    await agent.act("rightclick", await agent.number("budget.xls"));
    await agent.click("Move to Archive");
    await agent.act("rightclick", await agent.number("photo.png"));
    await agent.click("Delete");
    await agent.click("Undo", "photo.png: done");
    await agent.act("dblclick", await agent.number("Archive/"));
    return await agent.sees(/(budget\.xls)/);
  },
  found: "budget.xls",
  told: [
    { what: "folder", body: { name: "Taxes" } },
    { what: "rename", body: { name: "final.doc" } },
    { what: "move", body: { name: "budget.xls", folder: "/Archive/" } },
    { what: "delete", body: { name: "photo.png", folder: "/Bin/" } },
    { what: "undo", body: { name: "photo.png" } },
  ],
};

const board: Task = {
  site: "board",
  async run(agent) {
    await agent.click("Add to To do");
    await agent.fill({ "Title of the card": "Order tiles" });
    await agent.act("keys", "Enter");
    await agent.click("Open", "Order tiles");
    await agent.fill({ Due: "2026-12-20", Urgent: "on" });
    await agent.click("Save card");
    const due = await agent.sees(/Order tiles — due ([\d-]+) — urgent/);
    await agent.act("drag", await agent.number("Call the plumber"), await agent.number("Done"));
    await agent.act("drag", await agent.number("Buy lamps"), await agent.number("Done"));
    return due;
  },
  found: "2026-12-20",
  told: [
    { what: "new", body: { title: "Order tiles", column: "To do" } },
    { what: "card", body: { title: "Order tiles", due: "2026-12-20", urgent: true } },
    { what: "move", body: { title: "Call the plumber", column: "Done" } },
    { what: "move", body: { title: "Buy lamps", column: "Done" } },
  ],
};

export const tasksOfOffices: readonly Task[] = [wizard, mail, settings, people, booking, files, board];
