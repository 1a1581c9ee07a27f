/**
 * The tools of the agent: most stand for commands, with short names and few arguments, since each argument costs tokens in every
 * turn.
 */
import type { AnyCommand } from "../../command.ts";
import { Failure } from "../../errors.ts";
import type { ToolSpec } from "../../models/model.ts";
import type { Outcome } from "../../outcome.ts";
import { describe } from "../../run-command.ts";
import type { Run, Tool, Values } from "../../tools/tool.ts";
import { chooseTools } from "../../tools/tools.ts";
import type { JsonSchema } from "../../value-type.ts";

/** A tool of the agent. */
export interface AgentTool extends Tool {
  /** It acts on the page, so that later calls of the turn may be meant for another page. */
  readonly acts: boolean;
  /** It may fulfil a task, unlike tools that only change the view. */
  readonly isDeed: boolean;
}

/** Tools that act, but only change the view. */
const VIEW_TOOLS: ReadonlySet<string> = new Set(["open", "back", "hover", "scroll", "switch_tab", "close_tab"]);

interface Row {
  name: string;
  /** The name of the underlying tool. */
  of: string;
  description?: string;
  /** The properties of the underlying tool that the model sees; all when absent. */
  shown?: readonly string[];
  own?: Record<string, JsonSchema>;
  required?: readonly string[];
  /** Replaces `run` of the underlying tool `of`. */
  run?(args: Values, run: Run, of: Tool): Promise<Outcome>;
}

const text = (description: string): JsonSchema => ({ type: "string", description });
const integer = (description: string): JsonSchema => ({ type: "integer", description });

/** The properties that name an element. */
const ELEMENT: Record<string, JsonSchema> = {
  index: integer("Index from the state"),
  text: text("Instead of an index: its text"),
  label: text("Instead of an index: its label"),
};

/** The common ways to click. */
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
      x: integer("Pixel of the viewport"),
      y: integer("Pixel of the viewport"),
      delta: integer("With wheel: how far down"),
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
    own: { text: text("A text, or /a regular expression/"), context: integer("Lines around each, default 0") },
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
      page: integer("Page of a cut result, from 1"),
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

/** A relative link: from the root or the folder of the page, or a file beside it. */
const RELATIVE = /^(?:[/?#]|\.\.?\/|(?:[\w-]+\/)*[\w-]+\.(?:html?|php|aspx?|jsp)(?:[?#]|$))/;

/** Resolves a relative link, such as `/kettles?page=2`, against the open page. */
async function fullAddress(url: unknown, run: Run): Promise<unknown> {
  if (typeof url !== "string" || !RELATIVE.test(url)) return url;
  const here = await run("get url", {});
  const { url: base } = (here.ok ? here.data : {}) as { url?: string };
  return URL.parse(url, base)?.href ?? url;
}

/** Renames `interactive_elements` to `elements`, for scripts. */
async function stateOf(args: Values, run: Run, of: Tool): Promise<Outcome> {
  const state = await of.run(args, run);
  if (!state.ok) return state;
  const { interactive_elements: elements, ...data } = state.data as { interactive_elements?: object[] };
  return { ...state, data: { ...data, elements } };
}

/** Adds the changes of the page to the answer of `wait`: the model would ask for them next. */
async function waitAndLook(args: Values, run: Run, of: Tool): Promise<Outcome> {
  const waited = await of.run(args, run);
  if (!waited.ok) return waited;
  const changes = await run("state", { diff: true, no_header: true });
  return changes.ok ? { ...waited, text: `${waited.text}\n${changes.text}` } : waited;
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

/** The tools of the agent in a fixed order: the prompt prefix must not change, so that caches hold. */
export function agentTools(commands: readonly AnyCommand[], sees: boolean): AgentTool[] {
  const { callable } = chooseTools(commands, "all");
  return ROWS.flatMap((row) => {
    const tool = callable.get(row.of);
    if (!tool || (row.name === "screenshot" && !sees)) return [];
    return [agentTool(row, tool)];
  });
}

function agentTool({ name, description, shown, own = {}, required, run }: Row, tool: Tool): AgentTool {
  const visible = Object.entries(tool.properties).filter(
    ([key]) => shown?.includes(key) ?? Object.keys(own).length === 0,
  );
  return {
    ...tool,
    name,
    description: description ?? tool.description,
    properties: { ...own, ...Object.fromEntries(visible) },
    required: required ?? [],
    acts: tool.effect !== "read",
    isDeed: tool.effect !== "read" && !VIEW_TOOLS.has(name),
    run: run ? (args, runCommand) => run(args, runCommand, tool) : tool.run,
  };
}

export function specOf({ name, description, properties, required }: Tool): ToolSpec {
  return { name, description, schema: { type: "object", properties, required } as unknown as JsonSchema };
}
