/**
 * Compares role, name, value and states of the elements of many pages with the browser's accessibility tree. Each
 * intended difference has a reason in accessible-differences.ts, and each reason must occur.
 */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Browser } from "../../../../src/browser/browser.ts";
import { launch } from "../../../../src/browser/launch/launch.ts";
import type { Accessibility_AXNode, DOM_Node } from "../../../../src/cdp/protocol.gen.ts";
import { callLibrary } from "../../../../src/page/core/frame.ts";
import type { ElementFacts } from "../../../../src/page/core/library.ts";
import type { Page } from "../../../../src/page/core/page.ts";
import { open } from "../../../../src/page/navigation/navigate.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { htmlResponse, localServer } from "../../../support/server.ts";
import { DIFFERENCES, type Difference, type Exposed, type Row } from "./accessible-differences.ts";
import { PAGES } from "./accessible-pages.ts";

const deadline = () => AbortSignal.timeout(30_000);

async function started() {
  const { path: home, [Symbol.dispose]: remove } = temporaryFolder();
  const launched = await launch({ home, runFolder: join(home, "run"), headed: false });
  const browser = new Browser(launched.transport, true);
  await browser.start(deadline());
  const server = localServer((request) => {
    const body = PAGES[new URL(request.url).pathname.slice(1)];
    const html = `<!doctype html><meta charset=utf-8><title>Page</title><body>${body}`;
    if (body === undefined) return new Response("", { status: 404 });
    return htmlResponse(html);
  });
  return {
    page: await browser.page(deadline()),
    url: `http://127.0.0.1:${server.port}/`,
    async [Symbol.asyncDispose]() {
      server.stop(true);
      await launched.kill();
      remove();
    },
  };
}

async function rowsOf(page: Page): Promise<Row[]> {
  const { session } = page;
  const library = await page.main.library();
  await session.send("Accessibility.enable", {});
  const { nodes } = await session.send("Accessibility.getFullAXTree", {});
  const { root } = await session.send("DOM.getDocument", { depth: -1, pierce: true });
  const elements = new Set(elementsIn(root));
  const rows = nodes.map(async (node) => {
    const { backendDOMNodeId: backendNodeId } = node;
    if (node.ignored || backendNodeId === undefined || !elements.has(backendNodeId)) return undefined;
    const executionContextId = library.contextId;
    const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId });
    const [id = 0] = (await callLibrary(library, "idsOf", [{ objectId: object.objectId }])).value as number[];
    const facts = await page.main.call("facts", [id], library);
    const html = await page.main.call("outerHtml", [id], library);
    return facts
      ? { html: (html ?? "").slice(0, 200), ours: ourExposed(facts), theirs: theirExposed(node) }
      : undefined;
  });
  return (await Promise.all(rows)).filter((row) => row !== undefined);
}

/** Without the browser's internal shadow roots of controls: reading them crashes the renderer. */
function elementsIn(node: DOM_Node): number[] {
  const roots = (node.shadowRoots ?? []).filter((root) => root.shadowRootType !== "user-agent");
  const inner = [...(node.children ?? []), ...roots].flatMap(elementsIn);
  return node.nodeType === 1 && node.localName !== "br" ? [node.backendNodeId, ...inner] : inner;
}

const squash = (text: string) => text.replace(/\s+/g, " ").trim();

function ourExposed({ role, name, value = "", states }: ElementFacts): Exposed {
  // The browser's tree does not contain these.
  const shared = states.filter((state) => !/^(inert|current|paused|playing|broken)$/.test(state));
  return { role, name, value: squash(value), states: shared.sort().join(" ") };
}

/** The browser's names of roles that ARIA or svc name differently. */
const WORDS: Record<string, string> = {
  image: "img",
  SvgRoot: "img",
  LabelText: "label",
  DisclosureTriangle: "button",
  Iframe: "iframe",
  IframePresentational: "iframe",
  Canvas: "canvas",
  Video: "video",
  Audio: "audio",
  ColorWell: "color",
  PluginObject: "object",
  MathMLMath: "math",
  Date: "textbox",
  DateTime: "textbox",
  InputTime: "textbox",
  // Roles that ARIA does not have.
  DescriptionList: "generic",
  Abbr: "generic",
  Ruby: "generic",
  Legend: "generic",
  Figcaption: "generic",
  MathMLIdentifier: "generic",
};

function theirExposed({ role, name, value, properties = [] }: Accessibility_AXNode): Exposed {
  const has = new Map(properties.map((one) => [one.name, one.value.value]));
  const states = [
    ...(["disabled", "selected", "required", "readonly", "focused"] as const).filter((key) => has.get(key) === true),
    ...(has.get("checked") === "true" ? ["checked"] : has.get("checked") === "mixed" ? ["mixed"] : []),
    ...(/true|mixed/.test(String(has.get("pressed"))) ? ["pressed"] : []),
    ...(has.has("expanded") ? [`expanded=${has.get("expanded")}`] : []),
    ...(has.has("invalid") && has.get("invalid") !== "false" ? ["invalid"] : []),
  ];
  const word = String(role?.value ?? "");
  return {
    role: WORDS[word] ?? word,
    name: squash(String(name?.value ?? "")),
    value: squash(String(value?.value ?? "")),
    states: states.sort().join(" "),
  };
}

test("role, name, value and states match the browser's accessibility tree, except for listed differences", async () => {
  await using b = await started();
  const rows: Row[] = [];
  for (const name of Object.keys(PAGES)) {
    await open(b.page, b.url + name, "load", deadline());
    rows.push(...(await rowsOf(b.page)));
  }
  const keys = ["role", "name", "value", "states"] as const;
  const differing = rows.flatMap((row) =>
    keys.filter((of) => row.ours[of] !== row.theirs[of]).map((of) => ({ of, row })),
  );
  const needed = new Set<Difference>();
  const unexplained = differing.flatMap(({ of, row }) => {
    const reason = DIFFERENCES.find((one) => one.of === of && one.is(row));
    if (!reason) return [`${of}: theirs '${row.theirs[of]}', ours '${row.ours[of]}': ${row.html}`];
    needed.add(reason);
    return [];
  });
  expect(unexplained).toEqual([]);
  expect(DIFFERENCES.filter((one) => !needed.has(one)).map(({ why }) => why)).toEqual([]);
  expect(rows.length).toBeGreaterThan(1_000);
});
