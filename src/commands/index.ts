/** THE list of commands. Its order is the order of help. Parser, help, JSON, dispatch, completion and reference come from it. */
import type { AnyCommand } from "../command.ts";
import { click, dblclick, hover, rightclick } from "./click.ts";
import { configGet, configList, configSet, configUnset } from "./config.ts";
import { cookiesClear, cookiesExport, cookiesGet, cookiesImport, cookiesSet } from "./cookies.ts";
import { dialogAccept, dialogDismiss, dialogStatus } from "./dialog.ts";
import { doctor } from "./doctor.ts";
import { downloadsList, downloadsSave, downloadsWait } from "./downloads.ts";
import { evalCommand } from "./eval.ts";
import { getAttributes, getBbox, getHtml, getText, getTitle, getUrl, getValue } from "./get.ts";
import { back, forward, reload } from "./history.ts";
import { install } from "./install.ts";
import { open } from "./open.ts";
import { screenshot } from "./screenshot.ts";
import { scroll } from "./scroll.ts";
import { close, connect, sessions } from "./session.ts";
import { state } from "./state.ts";
import { tabClose, tabList, tabNew, tabSwitch } from "./tab.ts";
import { input, keys, select, type, upload } from "./type.ts";
import { waitSelector, waitText } from "./wait.ts";

export const commands: readonly AnyCommand[] = [
  open,
  back,
  forward,
  reload,
  scroll,
  state,
  screenshot,
  getTitle,
  getUrl,
  getHtml,
  getText,
  getValue,
  getAttributes,
  getBbox,
  waitSelector,
  waitText,
  click,
  input,
  type,
  keys,
  select,
  upload,
  hover,
  dblclick,
  rightclick,
  dialogAccept,
  dialogDismiss,
  dialogStatus,
  downloadsList,
  downloadsWait,
  downloadsSave,
  tabList,
  tabNew,
  tabSwitch,
  tabClose,
  cookiesGet,
  cookiesSet,
  cookiesClear,
  cookiesExport,
  cookiesImport,
  evalCommand,
  connect,
  sessions,
  close,
  install,
  doctor,
  configList,
  configGet,
  configSet,
  configUnset,
];
