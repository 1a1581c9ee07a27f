import Swiper from "swiper";
import { A11y, Keyboard, Navigation, Pagination } from "swiper/modules";
import "swiper/css";
import "swiper/css/navigation";
import "swiper/css/pagination";

const slides = ["Dunes", "Forest", "Harbour", "Glacier", "Market"]
  .map((name) => `<div class="swiper-slide"><h2>${name}</h2><button type="button">Buy ${name}</button></div>`)
  .join("");
document.body.innerHTML = `
<style>.swiper { width: 600px; height: 280px } .swiper-slide { padding: 20px 80px; background: #def }</style>
<h1>Slides</h1>
<div class="swiper">
  <div class="swiper-wrapper">${slides}</div>
  <div class="swiper-pagination"></div>
  <div class="swiper-button-prev"></div>
  <div class="swiper-button-next"></div>
</div>`;

const bought: (string | null)[] = [];
for (const button of document.querySelectorAll(".swiper-slide button"))
  button.addEventListener("click", () => bought.push(button.textContent));

const swiper = new Swiper(".swiper", {
  modules: [A11y, Keyboard, Navigation, Pagination],
  navigation: { nextEl: ".swiper-button-next", prevEl: ".swiper-button-prev" },
  pagination: { el: ".swiper-pagination", clickable: true },
  keyboard: { enabled: true },
});
Object.assign(globalThis, { bought, at: () => swiper.activeIndex });
