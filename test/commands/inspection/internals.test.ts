import { describe, expect, test } from "bun:test";
import { type Data, fixture } from "../../fixture.ts";

/** Custom elements that say what they are by their internals alone, as libraries of web components do. */
const ELEMENTS = `<script>
class Box extends HTMLElement {
  static formAssociated = true;
  internals = this.attachInternals();
  constructor() {
    super();
    this.internals.role = this.localName === "x-option" ? "radio" : this.localName === "x-tab" ? "tab" : "checkbox";
    this.attachShadow({ mode: "open" }).innerHTML = "<style>:host { display: inline-block; min-width: 20px; min-height: 20px }</style><div><slot></slot></div>";
    this.addEventListener("click", () => this.press());
  }
  connectedCallback() {
    this.tabIndex = 0;
    if (this.dataset.label) this.internals.ariaLabel = this.dataset.label;
    if (this.localName === "x-tab") this.internals.ariaSelected = String(this.hasAttribute("on"));
    else this.set(this.hasAttribute("on"));
  }
  set(on) { this.on = on; this.internals.ariaChecked = String(on); }
  press() {
    if (this.matches(":disabled")) return;
    if (this.localName === "x-box") setTimeout(() => this.set(!this.on), Number(this.dataset.after ?? 0));
    for (const one of document.querySelectorAll(this.localName)) {
      if (this.localName === "x-option") one.set(one === this);
      if (this.localName === "x-tab") one.internals.ariaSelected = String(one === this);
    }
  }
}
for (const name of ["x-box", "x-option", "x-tab"]) customElements.define(name, class extends Box {});
customElements.define("x-plain", class extends HTMLElement { connectedCallback() { this.tabIndex = 0; } });
</script>`;

const named = ({ elements }: Data, name: string) => elements.find((one: Data) => one.name === name);

describe("roles and states by ElementInternals", () => {
  test("are listed: role, name and states, as they are at each look", async () => {
    await using t = await fixture();
    await t.open(`<x-box data-label=News></x-box><x-box on>Terms</x-box><fieldset disabled><x-box>Old</x-box></fieldset>
      <x-tab on>Details</x-tab><x-tab>Reviews</x-tab><x-plain>Plain</x-plain>${ELEMENTS}`);
    const state = await t.svc("state");
    expect(named(state, "News")).toMatchObject({ role: "checkbox", states: [] });
    expect(named(state, "Terms")).toMatchObject({ role: "checkbox", states: ["checked"] });
    expect(named(state, "Old")).toMatchObject({ role: "checkbox", states: ["disabled"] });
    expect(named(state, "Details")).toMatchObject({ role: "tab", states: ["selected"] });
    expect(state.tree).toContain("<x-tab role=tab>Reviews");
    expect(state.elements.find((one: Data) => one.tag === "x-plain").role).toBe("generic");
    await t.svc("eval", "document.querySelector('x-box').set(true)");
    expect(named(await t.svc("state"), "News").states).toEqual(["checked"]);
  });

  test("a click on a tab changes which one is selected", async () => {
    await using t = await fixture();
    await t.open(`<x-tab on>Details</x-tab><x-tab>Reviews</x-tab>${ELEMENTS}`);
    const { changes } = await t.svc("click", "--role", "tab", "--name", "Reviews", "--changes");
    expect(changes.tree).toContain("<x-tab role=tab selected focused>Reviews");
    expect(changes.tree).toContain("<x-tab role=tab>Details");
  });

  test("check and uncheck find them by role and name, and see the new state", async () => {
    await using t = await fixture();
    await t.open(`<x-box data-label=News data-after=150></x-box>${ELEMENTS}`);
    const news = ["--role", "checkbox", "--name", "News"];
    expect(await t.svc("check", ...news)).toMatchObject({ changed: true });
    expect(await t.svc("is", "checked", ...news)).toMatchObject({ checked: true });
    expect(await t.svc("check", ...news)).toMatchObject({ changed: false });
    expect(await t.svc("uncheck", ...news)).toMatchObject({ changed: true });
    expect(await t.svc("is", "checked", ...news)).toMatchObject({ checked: false });
  });

  test("a command sees what the page changed since the last look", async () => {
    await using t = await fixture();
    await t.open(`<x-box>News</x-box>${ELEMENTS}`);
    await t.svc("eval", "document.querySelector('x-box').set(true)");
    expect(await t.svc("is", "checked", "1")).toMatchObject({ checked: true });
    expect(await t.svc("check", "1")).toMatchObject({ changed: false });
  });

  test("one that stays as it is, or is disabled, is a failure", async () => {
    await using t = await fixture();
    await t.open(`<x-box id=stuck>Stuck</x-box><fieldset disabled><x-box>Old</x-box></fieldset>${ELEMENTS}
      <script>stuck.set = () => {};</script>`);
    expect((await t.fails("check", "--text", "Stuck")).code).toBe("unsuitable");
    expect((await t.fails("check", "--text", "Old", "--timeout", "800")).code).toBe("disabled");
  });

  test("fill switches boxes and takes one of a group of radio buttons", async () => {
    await using t = await fixture();
    await t.open(`<x-box>News</x-box><div role=radiogroup aria-label=Size><x-option on>Small</x-option><x-option>Large</x-option></div>
      <label for=named>Gift wrap</label><x-box id=named></x-box>${ELEMENTS}`);
    await t.svc("fill", "News=on", "Size=Large", "Gift wrap=on");
    const on = "[...document.querySelectorAll('x-box, x-option')].map((one) => one.on)";
    expect((await t.svc("eval", on)).result).toEqual([true, false, true, true]);
  });
});

describe("a custom element and the control in its shadow root are one", () => {
  const HOST = (inner: string, mode = "open") => `<script>customElements.define("my-host", class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: "${mode}" }).innerHTML = ${JSON.stringify(inner)}; this.onclick = () => { document.title = "pressed"; }; }
  });</script>`;

  test.each(["open", "closed"])("the button of an %s root stands for its host", async (mode) => {
    await using t = await fixture();
    await t.open(`<my-host>Save</my-host>${HOST("<button><slot></slot></button>", mode)}`);
    const { elements } = await t.svc("state");
    expect(elements).toMatchObject([{ tag: "button", name: "Save" }]);
    await t.svc("click", "--text", "Save");
    expect(await t.svc("get", "title")).toEqual({ title: "pressed" });
  });

  test("the text of a label for the host is told once", async () => {
    await using t = await fixture();
    const { tree } = await t.open(`<label><my-host></my-host> Accept the terms</label>
      ${HOST("<input type=checkbox>").replace("constructor", "static formAssociated = true; constructor")}`);
    expect(tree.match(/Accept the terms/g)).toHaveLength(1);
  });

  test("a name that the author gave to the host is that of the button in it", async () => {
    await using t = await fixture();
    const { tree } =
      await t.open(`<my-host aria-label=Delete></my-host>${HOST("<button><svg width=9 height=9></svg></button>")}
      ${HOST("<i>Town</i><input>").replaceAll("my-host", "x-field")}<x-field aria-label=City></x-field>`);
    expect(tree).toContain("<button>Delete");
    expect(tree).toContain("<input>City");
  });

  test("a card that acts keeps its number beside the button in it", async () => {
    await using t = await fixture();
    const card = "<style>:host { display: block; height: 200px }</style><p>A fine lamp</p><button>Remove</button>";
    const { elements } = await t.open(`<my-host></my-host>${HOST(card)}`);
    expect(elements.map(({ tag }: Data) => tag)).toEqual(["my-host", "button"]);
  });
});
