/** Whether words are a quotation of a page, and newer than what they are to prove. */
import { expect, test } from "bun:test";
import { EvidenceLog } from "../../../src/agent/evidence/evidence-log.ts";

test("evidence may be copied from several places in one breath", () => {
  const evidenceLog = new EvidenceLog();
  evidenceLog.add({
    text: "Thursday\n[2]<div>15:30–16:15 Dentist\n[3]<div>14:00–15:30 Budget review\nPhone 4488\n[1]<a>Edit\nrevision 9",
  });
  for (const shown of ["Thursday 15:30–16:15 Dentist 14:00–15:30 Budget review", "Phone 4488 revision 9"])
    expect([shown, evidenceLog.wasShown(shown)]).toEqual([shown, true]);
  for (const made of ["Thursday 15:30–16:15 Piano", "Phone 9 revision 4488", "Edit Thursday Dentist revision"])
    expect([made, evidenceLog.wasShown(made)]).toEqual([made, false]);
});

test("evidence is what a page showed in these words, not words that stand somewhere", () => {
  const evidenceLog = new EvidenceLog();
  evidenceLog.add({
    text: "url: http://x/\ntitle: Petition\n[1]<input value=Ann>Your name\nFiles received: 0\nBlue kettle EUR 24.90\n[2]<button>Sign",
  });
  for (const shown of ["Files received: 0", "Blue kettle, EUR 24.90", '"blue  kettle"'])
    expect([shown, evidenceLog.wasShown(shown)]).toEqual([shown, true]);
  for (const made of [
    "Files received: 2",
    "Your signature is counted",
    "kettle name received title",
    "Ann",
    "",
    "sign, name, petition, title",
  ])
    expect([made, evidenceLog.wasShown(made)]).toEqual([made, false]);
});

test("a word that is left out of a sentence makes it another one", () => {
  const evidenceLog = new EvidenceLog();
  evidenceLog.add({ text: "Your signature is not counted before you have confirmed it.\n[1]<a>Help\nCount: 3" });
  for (const made of ["Your signature is counted", "signature is counted before you have confirmed it"])
    expect([made, evidenceLog.wasShown(made)]).toEqual([made, false]);
  expect(evidenceLog.wasShown("Your signature is not counted before you have confirmed it. Count: 3")).toBe(true);
});

test("a quoted number may be written another way", () => {
  const evidenceLog = new EvidenceLog();
  evidenceLog.add({ text: "Paid: EUR 912.40\n1,234 people have signed\nSumme 1.234,50 €\n2\u202f100 messages" });
  for (const shown of [
    "Paid: EUR 912.4",
    "Paid: EUR 912,40",
    "1234 people have signed",
    "1 234 people have signed",
    "Summe 1,234.50 €",
    "Summe 1234.5",
    "2,100 messages",
  ])
    expect([shown, evidenceLog.wasShown(shown)]).toEqual([shown, true]);
  for (const made of ["Paid: EUR 912.41", "12,345 people have signed", "234 people have signed yesterday"])
    expect([made, evidenceLog.wasShown(made)]).toEqual([made, false]);
});

/** A run that has seen the first text, and whose deeds answered the others. */
function after(first: string, ...deeds: string[]): EvidenceLog {
  const evidenceLog = new EvidenceLog();
  evidenceLog.add({ text: first });
  for (const text of deeds) evidenceLog.add({ text, isDeed: true });
  return evidenceLog;
}

const isNew = (evidenceLog: EvidenceLog, evidence: string, inWords = false) => evidenceLog.isNew(evidence, { inWords });

test("what was there before the deed, and stands beside what it changed, does not prove it", () => {
  const evidenceLog = after("Front door: unlocked\nBedroom 18 °C", "\n  Home\n~ Front door: locked\n  Bedroom 18 °C");
  expect(isNew(evidenceLog, "Front door: locked")).toBe(true);
  expect(isNew(evidenceLog, "Bedroom 18 °C")).toBe(false);
  expect(isNew(evidenceLog, "Home")).toBe(false);
});

test("the proof of one deed is none of the next", () => {
  const evidenceLog = after(
    "Inbox",
    "\n+ 3 messages archived",
    "\n~ [9]<input type=checkbox checked focused>Parcel Point",
  );
  expect(isNew(evidenceLog, "3 messages archived")).toBe(false);
});

test("what a deed removed proves it, and closing something keeps the evidence before it", () => {
  const evidenceLog = after(
    "[2]<div>budget copy.xlsx",
    "\n+ Order 4711 is placed\n+ [3]<button>Close",
    "\n- Order 4711 is placed",
  );
  expect(isNew(evidenceLog, "Order 4711 is placed")).toBe(true);
  expect(isNew(after("budget copy.xlsx", "\n- budget copy.xlsx"), "budget copy.xlsx")).toBe(true);
});

test("a look after the deed proves what it shows for the first time, and nothing else", () => {
  const evidenceLog = after("Orders\nOrder 1 of Monday", "\n~ Cart (0)");
  evidenceLog.add({ text: "Orders\nOrder 1 of Monday\nOrder 2 of Tuesday" });
  expect(isNew(evidenceLog, "Order 2 of Tuesday")).toBe(true);
  expect(isNew(evidenceLog, "Order 1 of Monday")).toBe(false);
});

test("all that another page shows is news of the deed that led to it, with what the page put into its fields", () => {
  const evidenceLog = after("Thread\nThey ate my shetland");
  evidenceLog.add({
    text: "Thread\nThey ate my shetland\n[1]<input value='x'>Q\n[2]<textarea value=\"Ring twice\">Note",
    isDeed: true,
    allNew: "load",
  });
  for (const text of ["They ate my shetland", "Ring twice"])
    expect([text, isNew(evidenceLog, text)]).toEqual([text, true]);
});

test("what a run typed proves nothing, and what a control is set to is no word of the page", () => {
  const typed = after("[7]<input>Head", "\n~ [7]<input value=Ann focused>Head");
  expect([typed.wasShown("Ann"), isNew(typed, "Head")]).toEqual([false, false]);
  const ticked = after("[8]<input type=checkbox>Away mode", "\n~ [8]<input type=checkbox checked focused>Away mode");
  expect([isNew(ticked, "Away mode"), isNew(ticked, "Away mode", true)]).toEqual([true, false]);
});

test("a control that a page newly offers is no evidence, a changed control is", () => {
  const evidenceLog = after(
    "Thread",
    "\n+ [2]<button>Yes, delete\n+ [3]<li role=menuitem>Move to bin\n~ [9]<button>Contacted",
  );
  evidenceLog.add({ text: "[2]<button>Yes, delete\n[4]<button>No" });
  for (const offer of ["Yes, delete", "Move to bin", "No"])
    expect([offer, isNew(evidenceLog, offer)]).toEqual([offer, false]);
  expect(isNew(evidenceLog, "Contacted")).toBe(true);
});

test("what the run gave to a field is no word of the page, where the page only repeats it", () => {
  const evidenceLog = new EvidenceLog();
  const text = "\n~ letter.txt\n+ letter.txt was received";
  evidenceLog.add({ text, isDeed: true, given: ["letter.txt"] });
  expect([isNew(evidenceLog, "letter.txt"), isNew(evidenceLog, "letter.txt", true)]).toEqual([true, false]);
  expect(isNew(evidenceLog, "letter.txt was received", true)).toBe(true);
});
