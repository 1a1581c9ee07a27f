/** A parcel form whose address book opens in a window of its own and hands the choice back. */
import { html, page, raw } from "../html.ts";
import { call, click, done, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  parcels: Record<string, string>[];
}

const BOOK = [
  ["c1", "Miller, Jo", "14 Quay Street, Bristol"],
  ["c2", "Miller, Joanna", "3 Park Row, Leeds"],
  ["c3", "Millar, Jo", "78 High Street, Perth"],
  ["c4", "Okafor, Chidi", "9 Canal View, Manchester"],
] as const;

function site(): Site<State> {
  const state: State = { parcels: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Send a parcel",
          html`<h1>Send a parcel</h1><form method="post" action="/send"><input type="hidden" name="to">
<p>To: <output id="recipient">nobody chosen yet</output> <button type="button" onclick="window.open('/book','book','width=420,height=500')">Choose from address book…</button></p>
<p><label>Weight in kg <input name="weight" inputmode="decimal"></label></p>
<p>Speed <label><input type="radio" name="speed" value="standard" checked> Standard</label> <label><input type="radio" name="speed" value="express"> Express</label></p>
<button>Book parcel</button></form>${raw(`<script>
addEventListener("message", ({ data, origin }) => {
  if (origin !== location.origin) return;
  document.forms[0].to.value = data.id;
  document.querySelector("#recipient").textContent = data.name;
});
</script>`)}`,
          { style: "body{font:15px Tahoma;background:#ffd;padding:2em}" },
        ),
      "GET /book": () =>
        page(
          "Address book",
          html`<h2>Address book</h2><ul>${BOOK.map(([id, name, place]) => html`<li><a href="#" data-id="${id}">${name}</a><br><small>${place}</small></li>`)}</ul>
${raw(`<script>
for (const link of document.querySelectorAll("a")) link.onclick = (event) => {
  event.preventDefault();
  opener.postMessage({ id: link.dataset.id, name: link.textContent }, location.origin);
  window.close();
};
</script>`)}`,
        ),
      "POST /send": ({ form }) => {
        if (!form.to || !form.weight)
          return page("Not yet", html`<p>Please choose an address and tell the weight.</p><a href="/">Back</a>`);
        state.parcels.push({ ...form });
        return redirect("/booked");
      },
      "GET /booked": () => page("Booked", html`<h1>Parcel booked</h1><p>We pick it up tomorrow.</p>`),
    },
  };
}

const WANTED = { to: "c2", weight: "2.5", speed: "express" };

export const tasks: readonly Task[] = [
  task<State>({
    name: "courier-address-popup",
    kind: "dialogs",
    words: "Book an express parcel of 2.5 kg to Joanna Miller in Leeds; her address is in the address book.",
    site,
    check: ({ parcels }) => differs("parcels", parcels, [WANTED]),
    wrong: [
      (state) => void state.parcels.push({ ...WANTED, to: "c1" }),
      (state) => void state.parcels.push({ ...WANTED, speed: "standard" }),
    ],
    oracle: [
      look(),
      click("Choose from address book…"),
      call("switch_tab", { tab_id: "1" }),
      look(),
      click("Miller, Joanna"),
      call("switch_tab", { tab_id: "0" }),
      call("fill", { fields: ["Weight in kg=2.5", "Express=on"] }),
      press("button", "Book parcel"),
      done("The express parcel to Joanna Miller is booked.", "Parcel booked"),
    ],
  }),
];
