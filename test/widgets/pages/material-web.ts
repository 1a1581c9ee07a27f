/** Material Web: custom elements, most with delegated focus. */
import "@material/web/all.js";
