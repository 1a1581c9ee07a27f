import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readSchema } from "../../src/extract/schema.ts";

const fieldOf = (value: unknown) => {
  const schema = readSchema(JSON.stringify(value));
  return schema.kind === "selectors" ? schema.field : schema;
};

test("parses selector, attribute and filters in this order", () => {
  const value = (text: string) => {
    const field = fieldOf({ x: text });
    return "fields" in field ? field.fields.x : undefined;
  };
  expect(value("h1")).toEqual({ kind: "value", selector: "h1", filters: [] });
  expect(value("a.x@href|url|trim")).toEqual({
    kind: "value",
    selector: "a.x",
    attribute: "href",
    filters: ["url", "trim"],
  });
  expect(value(" .p @data-value | number ")).toEqual({
    kind: "value",
    selector: ".p",
    attribute: "data-value",
    filters: ["number"],
  });
  expect(value("@id")).toEqual({ kind: "value", selector: "", attribute: "id", filters: [] });
  expect(value("|html")).toEqual({ kind: "value", selector: "", filters: ["html"] });
  expect(value('a[href*="x@y"]')).toEqual({ kind: "value", selector: 'a[href*="x@y"]', filters: [] });
  expect(value("[lang|=en]")).toEqual({ kind: "value", selector: "[lang|=en]", filters: [] });
});

test("distinguishes selectors from a JSON Schema by their form", () => {
  expect(readSchema('{"type":"object"}').kind).toBe("json");
  expect(readSchema('{"type":["string","null"],"description":"x"}').kind).toBe("json");
  expect(readSchema('{"properties":{"a":{"type":"string"}}}').kind).toBe("json");
  expect(readSchema('{"$schema":"x"}').kind).toBe("json");
  expect(readSchema('{"type":".type","name":".n"}').kind).toBe("selectors");
  expect(readSchema('{"type":"object","name":".n"}').kind).toBe("selectors");
  expect(readSchema('{"properties":{"_":".p","a":".a"}}').kind).toBe("selectors");
  expect(readSchema('["li"]').kind).toBe("selectors");
});

test("parses the schema of the documentation", () => {
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(readFileSync("docs/extract.md", "utf8")) ?? [];
  expect(readSchema(example).kind).toBe("selectors");
});

test("accepts names such as __proto__", () => {
  const field = fieldOf(JSON.parse('{"__proto__":"h1","constructor":"h2"}'));
  expect("fields" in field ? Object.keys(field.fields) : []).toEqual(["__proto__", "constructor"]);
});
