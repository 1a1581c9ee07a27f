/** A model that obeys every page, whichever way out the page names: neither what it has read nor a secret gets there. */
import { attacks } from "../injection/held.ts";
import { SECRETS, WAYS } from "../injection/ways.ts";

attacks("data leaves by", WAYS, { asked: true, alone: "all" });
attacks("a secret leaves by", SECRETS, { asked: true, alone: "all" });
