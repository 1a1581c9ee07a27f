import noUiSlider, { PipsMode } from "nouislider";
import "nouislider/dist/nouislider.css";

document.body.innerHTML = `
<style>.noUi-value { cursor: pointer }</style>
<h1>Prices</h1>
<div style="width: 500px; margin: 60px 40px">
  <h2>Price</h2>
  <div id="price" style="margin-top: 60px"></div>
  <p id="changes" style="margin-top: 60px"></p>
  <h2>Volume</h2>
  <div id="volume" style="height: 200px"></div>
</div>`;

const of = (id: string) => document.getElementById(id) as HTMLElement;
const price = noUiSlider.create(of("price"), {
  start: [200, 800],
  connect: true,
  range: { min: 0, max: 1000 },
  step: 10,
  tooltips: true,
  handleAttributes: [{ "aria-label": "Lowest price" }, { "aria-label": "Highest price" }],
  pips: { mode: PipsMode.Positions, values: [0, 50, 100], density: 10 },
});
const volume = noUiSlider.create(of("volume"), {
  start: 30,
  orientation: "vertical",
  direction: "rtl",
  range: { min: 0, max: 100 },
  step: 1,
});

// Makes the scale clickable, as in the library's documentation.
for (const mark of of("price").querySelectorAll<HTMLElement>(".noUi-value"))
  mark.addEventListener("click", () => price.set(Number(mark.dataset.value)));

const changes: unknown[] = [];
price.on("change", () => {
  changes.push(price.get(true));
  of("changes").textContent = `Between ${price.get()}`;
});
Object.assign(globalThis, { values: () => ({ price: price.get(true), volume: volume.get(true), changes }) });
