/** The history file: its limited size, and incomplete lines. */

import { expect, test } from "bun:test";
import { appendFileSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../src/errors.ts";
import { clearEntries, type Entry, HistoryEnd, historyFiles, readEntries } from "../../src/lib/history.ts";
import { temporaryFolder } from "../support/folder.ts";

function entry(n: number, size = 0): Entry {
  return { at: new Date(n).toISOString(), command: "type", args: { text: "x".repeat(size) }, ok: true, ms: n };
}

test("keeps the newest entries of the history in two files", () => {
  using folder = temporaryFolder();
  const files = historyFiles(folder.path, "work");
  const end = new HistoryEnd(files);
  for (let n = 0; n < 70; n++) end.append(entry(n, 50_000));
  const kept = readEntries(files).map(({ ms }) => ms);
  expect(kept.at(-1)).toBe(69);
  expect(kept).toEqual(Array.from(kept, (_, n) => 70 - kept.length + n));
  expect(kept.length).toBeGreaterThan(19);
  for (const path of [files.current, files.older]) expect(statSync(path).size).toBeLessThanOrEqual(1_000_000);
  clearEntries(files);
  expect(readEntries(files)).toEqual([]);
  expect(existsSync(files.older)).toBe(false);
  end.append(entry(70));
  expect(readEntries(files).map(({ ms }) => ms)).toEqual([70]);
  end.close();
});

test("leaves out incomplete lines, and reports a folder that cannot be written", () => {
  using folder = temporaryFolder();
  const files = historyFiles(folder.path, "work");
  const end = new HistoryEnd(files);
  end.append(entry(1));
  appendFileSync(files.current, '{"at":"2026\n{}\nnull\n');
  end.append(entry(2));
  end.close();
  expect(readEntries(files).map(({ ms }) => ms)).toEqual([1, 2]);
  writeFileSync(join(folder.path, "file"), "");
  expect(() => new HistoryEnd(historyFiles(join(folder.path, "file"), "work")).append(entry(3))).toThrow(Failure);
});

test("does not create a removed home folder again", () => {
  using folder = temporaryFolder();
  const end = new HistoryEnd(historyFiles(folder.path, "work"));
  rmSync(folder.path, { recursive: true });
  end.append(entry(1));
  expect(existsSync(folder.path)).toBe(false);
});
