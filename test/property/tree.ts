/** Random trees: a description that shrinks well, and its text for messages. */
import fc from "fast-check";

export interface Node {
  tag: string;
  attributes: [string, string][];
  style: string;
  /** Events with a listener on the element. */
  on: string[];
  shadow?: "open" | "closed";
  /** The content of the shadow root. */
  inner: (Node | string)[];
  open?: "modal" | "popover";
  children: (Node | string)[];
}

const LENGTHS = ["0", "1px", "3px", "12px", "40px", "90px", "200px", "600px", "100%"];
const PLACES = ["-2000px", "-30px", "0", "5px", "60px", "300px", "700px", "1500px"];

const STYLES: Record<string, readonly string[]> = {
  position: ["relative", "absolute", "absolute", "fixed", "sticky"],
  left: PLACES,
  top: PLACES,
  width: LENGTHS,
  height: LENGTHS,
  overflow: ["hidden", "auto", "scroll", "clip", "visible"],
  "z-index": ["-1", "1", "5"],
  opacity: ["0", "0.5", "1"],
  visibility: ["hidden", "visible", "collapse"],
  display: "none contents inline inline-block block flex inline-flex grid table table-cell list-item flow-root".split(
    " ",
  ),
  transform: [
    "rotate(30deg)",
    "rotate(180deg)",
    "scale(0.3)",
    "scale(2)",
    "translate(50px, -20px)",
    "skewX(40deg)",
    "scale(0)",
  ],
  "border-radius": ["50%", "10px"],
  "pointer-events": ["none", "auto"],
  margin: ["-20px", "10px", "0 0 0 -40px", "30px auto"],
  padding: ["0", "15px"],
  "clip-path": ["inset(10px)", "circle(30%)", "inset(50%)"],
  background: ["white", "#eee", "rgba(0,0,0,.3)", "yellow"],
  cursor: ["pointer", "default"],
  float: ["left", "right"],
  "white-space": ["nowrap", "pre"],
  "writing-mode": ["vertical-rl"],
  "content-visibility": ["hidden", "auto"],
  contain: ["paint", "layout"],
  filter: ["blur(1px)"],
  "box-sizing": ["border-box"],
  "user-select": ["none"],
  columns: ["2"],
};

const style = fc
  .array(
    fc
      .constantFrom(...Object.keys(STYLES))
      .chain((name) => fc.constantFrom(...(STYLES[name] ?? [])).map((value) => `${name}: ${value}`)),
    { maxLength: 4 },
  )
  .map((parts) => parts.join("; "));

const attribute: fc.Arbitrary<[string, string]> = fc.constantFrom<[string, string][]>(
  ["onclick", "0"],
  ["onmousedown", "0"],
  ["role", "button"],
  ["role", "link"],
  ["role", "checkbox"],
  ["role", "tab"],
  ["role", "presentation"],
  ["tabindex", "0"],
  ["tabindex", "-1"],
  ["disabled", ""],
  ["aria-disabled", "true"],
  ["aria-hidden", "true"],
  ["inert", ""],
  ["hidden", ""],
  ["contenteditable", "true"],
  ["id", "a"],
  ["name", "b"],
  ["title", "Tip"],
  ["aria-label", "Label"],
  ["dir", "rtl"],
);

const listeners = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(fc.constantFrom("click", "mousedown", "pointerdown"), { minLength: 1, maxLength: 2 }),
  },
);

const BOXES =
  "div span p section ul li b h2 nav article fieldset center table tr td x-box details summary dialog label".split(" ");
const LEAVES: readonly [string, [string, string][]][] = [
  ["button", []],
  ["a", [["href", "#x"]]],
  ["a", []],
  ["input", []],
  ["input", [["type", "checkbox"]]],
  ["input", [["type", "radio"]]],
  ["input", [["type", "submit"]]],
  ["input", [["type", "range"]]],
  ["input", [["type", "file"]]],
  ["input", [["type", "hidden"]]],
  ["textarea", []],
  ["select", []],
  [
    "input",
    [
      ["id", "own"],
      ["type", "checkbox"],
    ],
  ],
  ["label", [["for", "own"]]],
  ["img", [["alt", "Picture"]]],
  ["canvas", []],
];

let words = 0;

/** Text with a unique word, which is numbered later. */
const text = fc.constantFrom(
  "WORD",
  "WORD ",
  "before WORD",
  "two WORD words",
  "WORD\n",
  "long WORD text that goes on and on and wraps",
  "é WORD 漢字",
);

const { tree } = fc.letrec<{ tree: Node | string; box: Node; leaf: Node; shadow: Node; frame: Node; over: Node }>(
  (tie) => {
    const children = (maxLength: number) => fc.array(tie("tree"), { maxLength, depthIdentifier: "tree" });
    const common = { style, on: listeners, inner: fc.constant<(Node | string)[]>([]) };
    return {
      tree: fc.oneof(
        { depthSize: "medium", depthIdentifier: "tree", maxDepth: 5 },
        { weight: 3, arbitrary: text },
        { weight: 5, arbitrary: tie("leaf") },
        { weight: 8, arbitrary: tie("box") },
        { weight: 1, arbitrary: tie("shadow") },
        { weight: 1, arbitrary: tie("frame") },
        { weight: 1, arbitrary: tie("over") },
      ),
      box: fc.record({
        tag: fc.constantFrom(...BOXES),
        attributes: fc.array(attribute, { maxLength: 2 }),
        children: children(4),
        ...common,
      }),
      leaf: fc.tuple(fc.constantFrom(...LEAVES), fc.array(attribute, { maxLength: 1 }), style, listeners, text).map(
        ([[tag, own], attributes, css, on, word]): Node => ({
          tag,
          attributes: [...own, ...attributes],
          style: css,
          on,
          inner: [],
          children: /^(button|a|label)$/.test(tag) ? [word] : [],
        }),
      ),
      // Known limit: a closed root of a plain element without listeners, with a slot for its light children, is not
      // found.
      shadow: fc.record({
        tag: fc.constantFrom("div", "x-host", "span"),
        attributes: fc.constant<[string, string][]>([]),
        style,
        on: listeners,
        shadow: fc.constantFrom("open" as const, "closed" as const),
        inner: fc.tuple(children(2), fc.boolean(), style).map(([nodes, hasSlot, css]) =>
          hasSlot
            ? [
                ...nodes,
                {
                  tag: "slot",
                  attributes: [] as [string, string][],
                  style: css.includes("position") ? "" : css,
                  on: [],
                  inner: [],
                  children: [],
                },
              ]
            : nodes,
        ),
        children: children(2),
      }),
      frame: fc.record({
        tag: fc.constant("iframe"),
        attributes: fc.constant<[string, string][]>([]),
        ...common,
        on: fc.constant<string[]>([]),
        children: children(3),
      }),
      over: fc
        .record({
          tag: fc.constantFrom("dialog", "div"),
          attributes: fc.constant<[string, string][]>([["popover", "manual"]]),
          ...common,
          open: fc.constant<"popover" | "modal">("popover"),
          children: children(3),
        })
        .chain((one) =>
          one.tag === "dialog"
            ? fc.constantFrom<Node[]>(one, { ...one, attributes: [], open: "modal" })
            : fc.constant(one),
        ),
    };
  },
);

export interface Sketch {
  nodes: (Node | string)[];
  /** Scroll offset of the page's scrollers in pixels. */
  scrolled: number;
}

export const sketch: fc.Arbitrary<Sketch> = fc.record({
  nodes: fc
    .array(tree, { minLength: 1, maxLength: 8 })
    .map((nodes) => legal(nodes))
    .map(numbered),
  scrolled: fc.constantFrom(0, 0, 30),
});

/** Removes impossible nesting: frames in frames, closed popovers. */
function legal(nodes: (Node | string)[], inFrame = false, inClosed = false): (Node | string)[] {
  return nodes.flatMap((node): (Node | string)[] => {
    if (typeof node === "string") return [node];
    // Known limit: a closed root in a closed root is found only with a listener inside.
    if (inClosed && node.shadow === "closed") return [];
    if (inFrame && (node.tag === "iframe" || node.shadow || node.open)) return [];
    const isFrame = inFrame || node.tag === "iframe";
    const hidesSlot =
      node.shadow === "closed" && node.inner.some((one) => typeof one !== "string" && one.tag === "slot");
    const tag = hidesSlot ? "x-host" : node.tag;
    return [
      {
        ...node,
        tag,
        inner: legal(node.inner, isFrame, inClosed || node.shadow === "closed"),
        children: legal(node.children, isFrame, inClosed),
      },
    ];
  });
}

function numbered(nodes: (Node | string)[]): (Node | string)[] {
  words = 0;
  return number(nodes);
}

function number(nodes: (Node | string)[]): (Node | string)[] {
  return nodes.map((node) =>
    typeof node === "string"
      ? node.replace("WORD", () => `w${++words}x`)
      : { ...node, inner: number(node.inner), children: number(node.children) },
  );
}

/** The page as readable text. Numbers (`k`) are the same as in the page. */
export function written({ nodes, scrolled }: Sketch): string {
  let k = 0;
  const write = (node: Node | string, depth: number): string => {
    const indent = "  ".repeat(depth);
    if (typeof node === "string") return `${indent}${JSON.stringify(node)}`;
    const shown = [
      `k=${++k}`,
      ...node.attributes.map(([name, value]) => (value === "" ? name : `${name}="${value}"`)),
      ...(node.style ? [`style="${node.style}"`] : []),
      ...(node.on.length > 0 ? [`on=${node.on}`] : []),
      ...(node.open ? [`open=${node.open}`] : []),
    ];
    const inside = [
      ...(node.shadow ? [`${indent}  #shadow ${node.shadow}`, ...node.inner.map((one) => write(one, depth + 2))] : []),
      ...node.children.map((one) => write(one, depth + 1)),
    ];
    return [`${indent}<${node.tag} ${shown.join(" ")}>`, ...inside].join("\n");
  };
  return nodes.map((node) => write(node, 0)).join("\n") + (scrolled ? `\nscrolled by ${scrolled}` : "");
}
