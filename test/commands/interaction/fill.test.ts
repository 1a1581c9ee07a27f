/** Filling several fields in one call. */
import { expect, test } from "bun:test";
import { fixture, indexOf, MODE } from "../../fixture.ts";

const FORM = `<form><label>Full name * <input id=name></label><label>About <textarea id=about></textarea></label>
  <label for=country>Country</label><select id=country><option value="">Choose<option value=de>Germany<option value=at>Austria</select>
  <label><input type=checkbox id=terms checked> I agree</label>
  <label><input type=radio name=size id=small> Small</label> <label><input type=radio name=size id=large> Large</label>
  <label>Age <input type=number id=age></label> <label>Born <input type=date id=born></label>
  <label>Volume <input type=range id=volume></label> <label>Colour <input type=color id=colour></label>
  <div contenteditable aria-label=Note id=note>old</div>
  <span role=switch tabindex=0 aria-checked=false aria-label=Dark id=dark onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">o</span>
  <label>Picture <input type=file id=picture></label><button>Send</button></form>`;
const HELD = `[name.value, about.value, country.value, terms.checked, large.checked, age.value, born.value, volume.value, colour.value, note.textContent.trim(), dark.getAttribute("aria-checked")]`;
const UNTOUCHED = ["", "", "", true, false, "", "", "50", "#000000", "old", "false"];

/** `name` and others mean something of the window itself: the fields go before it. */
const held = `(() => { const { ${["name", "about", "country", "terms", "large", "age", "born", "volume", "colour", "note", "dark"].join(", ")} } = Object.fromEntries([...document.querySelectorAll("[id]")].map((one) => [one.id, one])); return ${HELD}; })()`;

test("fill takes fields of every kind by their labels, and tells each", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(FORM));
  const { filled } = await t.svc(
    "fill",
    "Full name=Ann",
    "About=a=b",
    "country=Austria",
    "I agree=off",
    "Large=on",
    "Age=42",
    "Born=2001-02-03",
    "Volume=70",
    "Colour=#ff0000",
    "Note=new",
    "Dark=true",
  );
  expect(await t.svc("eval", held)).toMatchObject({
    result: ["Ann", "a=b", "at", false, true, "42", "2001-02-03", "70", "#ff0000", "new", "true"],
  });
  expect(filled).toMatchObject([
    { element: 1, field: "Full name", value: "Ann" },
    { element: 2, field: "About", value: "a=b" },
    { element: 3, value: "Austria" },
    { element: 4, value: "off" },
    { element: 5, value: "on" },
    { value: "42" },
    { value: "2001-02-03" },
    { value: "70" },
    { value: "#ff0000" },
    { value: "new" },
    { value: "on" },
  ]);
  expect(filled.some((one: object) => "differs" in one)).toBe(false);
});

test("fill takes indices, and its text is a line a field", async () => {
  await using t = await fixture();
  const state = await t.open(FORM);
  const [name, terms] = [
    indexOf(state, { role: "textbox", name: "Full name *" }),
    indexOf(state, { role: "checkbox" }),
  ];
  expect(await t.text("fill", `${name}=Ann "A"`, `${terms}=off`, "Country=de")).toBe(
    `filled: ${name} "Ann \\"A\\""\nfilled: ${terms} "off"\nfilled: ${indexOf(state, { role: "combobox" })} (Country) "Germany"`,
  );
});

test("fill touches nothing where one field cannot be filled, and tells all that is wrong", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(FORM));
  const failure = await t.fails("fill", "Full name=Ann", "Country=Atlantis", "Nowhere=x", "I agree=maybe", "Born=soon");
  const { code, message } = failure;
  expect(code).toBe("no_option");
  expect(message).toStartWith("no field was filled: Country: ");
  for (const part of ["'Atlantis'", "Nowhere: no element matches", "expected on or off", "Born: "])
    expect(message).toContain(part);
  expect(await t.fails("fill", "Full name=Ann", "Picture=me.png")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringMatching(/svc upload \d+ <path>/),
  });
  expect(await t.fails("fill", "Full name=Ann", "99=x")).toMatchObject({ code: "not_found" });
  expect(await t.fails("fill", "Full name=Ann", "Full name=Joe")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("given twice"),
  });
  expect(await t.svc("eval", held)).toMatchObject({ result: UNTOUCHED });
  for (const wrong of [[], ["Ann"], ["=Ann"]]) expect(await t.fails("fill", ...wrong)).toMatchObject({ code: "usage" });
});

test("a failure in the middle tells what was filled before it", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(
      `<label>One <input onchange="two.remove()" oninput="two.remove()"></label><label id=two>Two <input></label>`,
    ),
  );
  expect(await t.fails("fill", "One=a", "Two=b")).toMatchObject({
    code: "stale",
    message: expect.stringMatching(/^Two: element 2 was .* filled before it: 1/),
  });
  await t.svc("reload");
  const caught = "try:\n  browser.fill('One=a', 'Two=b')\nexcept browser.Error as error:\n  data = error.data\ndata";
  expect((await t.svc("python", caught)).result).toMatchObject({ failed: "Two", filled: [{ element: 1, value: "a" }] });
});

test("what the page made of a value is told, also where it did so later", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<label>Code <input maxlength=3 id=code></label>
    <label>City <input id=city></label><label>Country <select onchange="city.value = ''"><option>A<option>B</select></label>`),
  );
  const { filled } = await t.svc("fill", "Code=12345", "City=Graz", "Country=B");
  expect(filled).toMatchObject([{ value: "123", differs: true }, { value: "", differs: true }, { value: "B" }]);
  expect(filled[2]).not.toHaveProperty("differs");
  expect(await t.text("fill", "Code=9876")).toContain('(Code) "987" (differs');
});

test("a label may hold an equal sign, and a group of choices is filled by its legend", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<label>a=b <input id=sum></label><fieldset><legend>Size</legend>
    <label><input type=radio name=size value=s id=small>Small</label><label><input type=radio name=size value=l id=large>Large</label></fieldset>`),
  );
  await t.svc("fill", "a\\=b=c=d", "Size=Large");
  expect(await t.svc("eval", "[sum.value, large.checked]")).toMatchObject({ result: ["c=d", true] });
});

test("a field with suggestions takes the option of that name, and else the text", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<input role=combobox aria-label=City aria-controls=list aria-expanded=false id=city>
    <ul role=listbox id=list style="display:none"></ul><p id=chosen></p><script>
    const all = ["Graz", "Wien"];
    const show = () => {
      list.innerHTML = all.filter((one) => one.toLowerCase().startsWith(city.value.toLowerCase())).map((one) => "<li role=option>" + one + "</li>").join("");
      list.style.display = "block"; city.setAttribute("aria-expanded", "true");
    };
    city.addEventListener("focus", show); city.addEventListener("input", show);
    list.addEventListener("click", (event) => { city.value = event.target.textContent; chosen.textContent = city.value; list.style.display = "none"; city.setAttribute("aria-expanded", "false"); });
    </script>`),
  );
  expect((await t.svc("fill", "City=wien")).filled).toMatchObject([{ element: 1 }]);
  expect(await t.svc("eval", "[city.value, chosen.textContent]")).toMatchObject({ result: ["Wien", "Wien"] });
  expect((await t.svc("fill", "City=Lunz")).filled).toMatchObject([{ value: "Lunz" }]);
  expect(await t.svc("eval", "[city.value, chosen.textContent]")).toMatchObject({ result: ["Lunz", "Wien"] });
}, 30_000);

test("a form that the last field sends is followed", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(
      `<form action="/done"><label>Name <input name=n></label><label>Go <select onchange="this.form.submit()"><option>A<option>B</select></label></form>`,
      {
        "/done": "<title>Done</title>",
      },
    ),
  );
  expect(await t.svc("fill", "Name=Ann", "Go=B")).toMatchObject({ navigated: { title: "Done" } });
});

test("passwords and secrets are neither told nor kept", async () => {
  await using t = await fixture();
  process.env.SVC_TEST_WORD = "env-secret";
  const page = `<label>User <input id=user></label><label>Password <input type=password id=word></label>`;
  await t.svc("open", t.site(page));
  const { filled } = await t.svc("fill", "User=ann", "Password=typed-secret");
  expect(filled).toMatchObject([{ value: "ann" }, { value: "••••••••" }]);
  expect(await t.svc("eval", "word.value")).toMatchObject({ result: "typed-secret" });
  await t.svc("fill", "User=spoken-secret", "--secret");
  await t.svc("fill", "User=joe", "--from-env", "Password=SVC_TEST_WORD");
  expect(await t.svc("eval", "[user.value, word.value]")).toMatchObject({ result: ["joe", "env-secret"] });
  const failure = await t.fails("fill", "User=failed-secret", "Nowhere=failed-secret");
  expect(failure.message).not.toContain("failed-secret");
  const { script } = await t.svc("log", "--as-script");
  expect(script).toContain("fill");
  expect(script).not.toMatch(/(typed|spoken|env|failed)-secret/);
  // A variable of the environment is no argument of a tool: there the value went with the others.
  if (MODE !== "mcp") expect(script).toContain("fill User=joe --from-env Password=SVC_TEST_WORD");
  expect(await t.fails("fill", "--from-env", "Password=SVC_TEST_NONE")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("the environment variable 'SVC_TEST_NONE' is not set"),
  });
});
