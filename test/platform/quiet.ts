/**
 * Sends the log of servers in the test process to the file that `test/run.ts` names and shows after failures; with SVC_DEBUG to
 * stderr.
 */
import { logToFile } from "../../src/lib/log.ts";

if (!process.env.SVC_DEBUG) logToFile(process.env.SVC_TEST_LOG ?? "/dev/null", "server");
