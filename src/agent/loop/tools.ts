/**
 * The tools of the agent: most of them stand for commands of the list, under short names and with few arguments, each of
 * which costs every turn its tokens. What they run goes through the hands that they are given. Knows no model.
 */
import type { AnyCommand } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { ToolSpec } from "../../models/model.ts";
import type { Outcome } from "../../outcome.ts";
import { describe } from "../../run-command.ts";
import type { Run, Tool, Values } from "../../tools/tool.ts";
import { chooseTools } from "../../tools/tools.ts";
import type { JsonSchema } from "../../value-type.ts";

/** A tool as the loop runs it. */
export interface AgentTool extends Tool {
  /** It acts on the page: what comes after it in the same turn may be meant for another page. */
  readonly acts: boolean;
  /** It may do what a task asks for: it does not merely look elsewhere. */
  readonly isDeed: boolean;
}

/** Acts that only bring something else into view. */
const MOVES: ReadonlySet<string> = new Set(["open", "back", "hover", "scroll", "switch_tab", "close_tab"]);

interface Row {
  name: string;
  /** The tool of the list that does it. */
  of: string;
  description?: string;
  /** Of the properties of that tool those that are shown; all where none are named. */
  shown?: readonly string[];
  own?: Record<string, JsonSchema>;
  required?: readonly string[];
  /** `of` is the tool of the list; without this it runs as it is. */
  run?(args: Values, run: Run, of: Tool): Promise<Outcome>;
}

const text = (description: string): JsonSchema => ({ type: "string", description });
const whole = (description: string): JsonSchema => ({ type: "integer", description });

/** Which element, in the few words that tell it. */
const ELEMENT: Record<string, JsonSchema> = {
  index: whole("Index from the state"),
  text: text("Instead of an index: its text"),
  label: text("Instead of an index: its label"),
};

/** Pages are seldom clicked in more ways than these. */
const CLICK = [
  "index",
  "text",
  "role",
  "name",
  "near",
  "nth",
  "coordinate_x",
  "coordinate_y",
  "count",
  "button",
  "new_tab",
];

const ROWS: readonly Row[] = [
  {
    name: "open",
    of: "browser_navigate",
    description: "Open an address, or: forward, reload",
    own: { url: text("Address, or one of: forward, reload") },
    shown: ["new_tab"],
    required: ["url"],
    run: async ({ url, ...args }, run, of) => await of.run({ ...args, url: await fullAddress(url, run) }, run),
  },
  { name: "back", of: "browser_go_back", description: "Go back to the previous page" },
  {
    name: "state",
    of: "browser_get_state",
    description:
      "The page: its text, and its elements as [index]. Actions report what they changed, so use this for a first look, for parts that were cut (grep, selector, all), or when in doubt",
    shown: ["grep", "selector", "diff", "all"],
    run: stateOf,
  },
  { name: "click", of: "browser_click", shown: CLICK },
  {
    name: "type",
    of: "browser_type",
    description: "Replace the text of a field; without an index or label, type into the focused element, key by key",
    shown: ["index", "label", "text", "append"],
    required: ["text"],
  },
  { name: "fill", of: "browser_fill", shown: ["fields"], required: ["fields"] },
  {
    name: "keys",
    of: "browser_keys",
    description: "Press keys, like Enter, Escape, Control+a, or several: Tab Tab Enter",
    shown: ["keys"],
    required: ["keys"],
    run: ({ keys, ...rest }, run) => run("keys", { ...rest, keys: Array.isArray(keys) ? keys.join(" ") : keys }),
  },
  { name: "select", of: "browser_select", shown: ["index", "label", "values"], required: ["values"] },
  {
    name: "check",
    of: "browser_check",
    description: "Switch a check box, radio button or switch on or off",
    own: { ...ELEMENT, state: { type: "string", enum: ["on", "off"], description: "Default on" } },
    run: ({ state, ...args }, run) => run(state === "off" ? "uncheck" : "check", args),
  },
  {
    name: "hover",
    of: "browser_hover",
    description: "Move the pointer over an element, and report what that opens",
    own: ELEMENT,
    run: ({ index, ...args }, run) => run("hover", { ...args, ...(has(index) ? { target: [index] } : {}) }),
  },
  {
    name: "drag",
    of: "browser_drag",
    description: "Drag an element onto another, by a distance, or from a point to a point",
    shown: ["target", "by", "hold"],
  },
  {
    name: "mouse",
    of: "browser_mouse_move",
    description: "Single mouse events, for canvas and maps; click with coordinates is simpler where it is enough",
    own: {
      action: { type: "string", enum: ["move", "down", "up", "wheel"], description: "What the mouse does" },
      x: whole("Pixel of the viewport"),
      y: whole("Pixel of the viewport"),
      delta: whole("With wheel: how far down"),
    },
    required: ["action"],
    run: mouse,
  },
  { name: "scroll", of: "browser_scroll", shown: ["direction", "index", "amount", "in", "text"] },
  {
    name: "upload",
    of: "browser_upload",
    description: "Give files of the workspace to a file input, or to the button that asks for them",
    own: { paths: { type: "array", items: { type: "string" }, description: "Names in the workspace" } },
    shown: ["index", "text", "label"],
    required: ["paths"],
  },
  {
    name: "wait",
    of: "browser_wait",
    description: "Wait for one of these, and report what changed; actions already wait for what they start",
    run: waitAndLook,
  },
  { name: "list_tabs", of: "browser_list_tabs" },
  { name: "switch_tab", of: "browser_switch_tab", required: ["tab_id"] },
  { name: "close_tab", of: "browser_close_tab" },
  {
    name: "find",
    of: "browser_get_state",
    description: "Lines of the whole page that contain a text, with their indices",
    own: { text: text("A text, or /a regular expression/"), context: whole("Lines around each, default 0") },
    shown: [],
    required: ["text"],
    run: ({ text: grep, ...args }, run) => run("state", { context: 0, ...args, grep }),
  },
  {
    name: "extract",
    of: "browser_extract_content",
    description: "The readable content of the page as Markdown; or tables, links, or fields by CSS selectors",
    own: {
      format: { type: "string", enum: ["markdown", "text", "tables", "links"], description: "Default markdown" },
      schema: text('Selectors as JSON: {"rows": [{"_": "li", "name": "h2", "price": ".p|number"}]}'),
      selector: text("Only the elements that match"),
      page: whole("Page of a cut result, from 1"),
    },
    shown: [],
    run: ({ schema, ...args }, run) =>
      run("extract", {
        ...args,
        ...(has(schema) ? { schema: typeof schema === "string" ? schema : JSON.stringify(schema) } : {}),
      }),
  },
  { name: "dialog", of: "browser_dialog", required: ["action"] },
  {
    name: "screenshot",
    of: "browser_screenshot",
    description: "A picture of what is in view, for what text does not show",
    shown: ["element", "annotate"],
  },
];

function has(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A link as it is written: from the root or the folder of its page, or a file beside it. */
const RELATIVE = /^(?:[/?#]|\.\.?\/|(?:[\w-]+\/)*[\w-]+\.(?:html?|php|aspx?|jsp)(?:[?#]|$))/;

/** Pages tell their links as they are written: `/kettles?page=2` is meant from the page that is open. */
async function fullAddress(url: unknown, run: Run): Promise<unknown> {
  if (typeof url !== "string" || !RELATIVE.test(url)) return url;
  const here = await run("get url", {});
  const { url: base } = (here.ok ? here.data : {}) as { url?: string };
  return URL.parse(url, base)?.href ?? url;
}

/** For scripts its elements are under a short name. */
async function stateOf(args: Values, run: Run, of: Tool): Promise<Outcome> {
  const state = await of.run(args, run);
  if (!state.ok) return state;
  const { interactive_elements: elements, ...data } = state.data as { interactive_elements?: object[] };
  return { ...state, data: { ...data, elements } };
}

/** Who waits for something looks at it next. */
async function waitAndLook(args: Values, run: Run, of: Tool): Promise<Outcome> {
  const waited = await of.run(args, run);
  if (!waited.ok) return waited;
  const news = await run("state", { diff: true, no_header: true });
  return news.ok ? { ...waited, text: `${waited.text}\n${news.text}` } : waited;
}

async function mouse({ action, x, y, delta, ...rest }: Values, run: Run): Promise<Outcome> {
  if (has(x) !== has(y)) return refused("x and y go together");
  if (action === "move" && !has(x)) return refused("move needs x and y");
  const moved = has(x) ? await run("mouse move", { target: [x, y] }) : undefined;
  if (moved && (action === "move" || !moved.ok)) return moved;
  if (action === "wheel") return await run("mouse wheel", { ...rest, dy: delta ?? 300 });
  if (action === "down" || action === "up") return await run(`mouse ${action}`, rest);
  return refused("action: expected move, down, up or wheel");
}

export function refused(message: string, hint?: string): Outcome {
  return { ok: false, error: describe(new Failure("usage", message, hint), "a tool") };
}

/** Those of the list that the agent has, in a fixed order: what is sent first with every turn must never change. */
export function agentTools(commands: readonly AnyCommand[], sees: boolean): AgentTool[] {
  const { callable } = chooseTools(commands, "all");
  return ROWS.flatMap((row) => {
    const tool = callable.get(row.of);
    if (!tool || (row.name === "screenshot" && !sees)) return [];
    return [agentTool(row, tool)];
  });
}

function agentTool({ name, description, shown, own = {}, required, run }: Row, tool: Tool): AgentTool {
  const kept = Object.entries(tool.properties).filter(([key]) => shown?.includes(key) ?? Object.keys(own).length === 0);
  return {
    ...tool,
    name,
    description: description ?? tool.description,
    properties: { ...own, ...Object.fromEntries(kept) },
    required: required ?? [],
    acts: tool.effect !== "read",
    isDeed: tool.effect !== "read" && !MOVES.has(name),
    run: run ? (args, runCommand) => run(args, runCommand, tool) : tool.run,
  };
}

export function specOf({ name, description, properties, required }: Tool): ToolSpec {
  return { name, description, schema: { type: "object", properties, required } as unknown as JsonSchema };
}
