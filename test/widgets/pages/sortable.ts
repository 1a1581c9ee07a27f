import Sortable from "sortablejs";

const list = (id: string, title: string, items: string[], before = "") =>
  `<section><h2>${title}</h2><ul data-list="${id}">${items.map((item) => `<li>${before}${item}</li>`).join("")}</ul></section>`;

document.body.innerHTML = `
<style>
  main { display: flex; flex-wrap: wrap; gap: 12px }
  ul { width: 200px; min-height: 60px; padding: 8px; border: 1px solid #999; list-style: none }
  li { padding: 8px; margin: 4px; border: 1px solid #ccc; background: #fff }
  .grip { cursor: grab }
  [data-list=cards] { display: grid; grid-template-columns: repeat(3, 80px); gap: 8px }
  [data-list=cards] > div { padding: 20px 0; text-align: center; background: #def }
</style>
<h1>Errands</h1>
<main>
  ${list("todo", "To do", ["Milk", "Bread", "Apples", "Soap"])}
  ${list("done", "Done", ["Letters"])}
  ${list("later", "Later", [])}
  ${list("handles", "By the handle", ["Red", "Green", "Blue"], '<span class="grip">⠿</span> ')}
  ${list("held", "Hold to drag", ["North", "East", "South"])}
  <div data-list="cards">${["One", "Two", "Three", "Four", "Five", "Six"].map((name) => `<div>${name}</div>`).join("")}</div>
</main>`;

const of = (id: string) => document.querySelector(`[data-list=${id}]`) as HTMLElement;
for (const id of ["todo", "done", "later"]) new Sortable(of(id), { group: "errands", animation: 150 });
new Sortable(of("handles"), { handle: ".grip", animation: 150, forceFallback: true });
new Sortable(of("held"), { delay: 250, animation: 150 });
new Sortable(of("cards"), { animation: 150 });

const texts = (id: string) => [...of(id).children].map((one) => one.textContent?.replace("⠿", "").trim());
const ids = ["todo", "done", "later", "handles", "held", "cards"];
Object.assign(globalThis, { lists: () => Object.fromEntries(ids.map((id) => [id, texts(id)])) });
