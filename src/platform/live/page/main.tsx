/** Starts the live view. */
import { render } from "preact";
import { LiveView } from "./view.tsx";

render(<LiveView />, document.body);
