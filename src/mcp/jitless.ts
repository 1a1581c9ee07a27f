/** Lets zod check by walking its schemas: compiling each for the one message it is used on costs the first answer 5 ms. */
import { config } from "zod/v4/core";

config({ jitless: true });
