/** A model that obeys every page, wherever the page speaks to it: what it has read stays on the task's own site. */

import { CHANNELS } from "../injection/channels.ts";
import { attacks } from "../injection/held.ts";

attacks("a page speaks by", CHANNELS, { asked: true, alone: "first" });
