/**
 * What servers in the process of a test log goes to the file that `test/run.ts` names and shows when something failed, else
 * nowhere: many tests provoke what is logged, and their own lines are what is to be read. With SVC_DEBUG it is on stderr.
 */
import { logToFile } from "../../src/lib/log.ts";

if (!process.env.SVC_DEBUG) logToFile(process.env.SVC_TEST_LOG ?? "/dev/null", "server");
