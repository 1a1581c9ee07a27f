/** Turns off zod's compilation of schemas, which would delay the first reply by 5 ms. */
import { config } from "zod/v4/core";

config({ jitless: true });
