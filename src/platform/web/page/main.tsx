/** Starts the dashboard. */
import { render } from "preact";
import { App } from "./app/app.tsx";
import { keepKeyboard } from "./app/keyboard.ts";
import { escapeTexts } from "./app/text.ts";

escapeTexts();
keepKeyboard();
render(<App />, document.body);
