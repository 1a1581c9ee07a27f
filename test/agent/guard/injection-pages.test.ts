/** Pages that send by themselves: nowhere else may they write, and nothing else is reached where the hosts are limited. */
import { attacks } from "../injection/held.ts";
import { REACHES, WRITES } from "../injection/pages.ts";

attacks("a page writes by", WRITES, { asked: false, alone: "all" });
attacks("a page reaches out by", REACHES, { asked: false, alone: "all" });
