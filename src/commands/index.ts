/** THE list of commands. Its order is the order of help. Parser, help, JSON, dispatch, completion and reference come from it. */
import type { AnyCommand } from "../command.ts";
import { addressable } from "./address.ts";
import { batch } from "./batch.ts";
import { check, uncheck } from "./check.ts";
import { click, dblclick, rightclick } from "./click.ts";
import { clipboardRead, clipboardWrite } from "./clipboard.ts";
import { cloudClose, cloudConnect, cloudLogin, cloudLogout } from "./cloud.ts";
import { cloudV2, cloudV3 } from "./cloud-api.ts";
import {
  cloudFiles,
  cloudFilesDownload,
  cloudFilesUpload,
  cloudWorkspaces,
  cloudWorkspacesCreate,
} from "./cloud-files.ts";
import { cloudV2Poll, cloudV3Poll } from "./cloud-poll.ts";
import { cloudRun } from "./cloud-run.ts";
import { cloudSessions, cloudSessionsMessages, cloudSessionsShow, cloudSessionsStop } from "./cloud-sessions.ts";
import { cloudSkills, cloudSkillsRun } from "./cloud-skills.ts";
import { configGet, configList, configSet, configUnset } from "./config.ts";
import { cookiesClear, cookiesExport, cookiesGet, cookiesImport, cookiesSet } from "./cookies.ts";
import { dialogAccept, dialogDismiss, dialogStatus } from "./dialog.ts";
import { doctor } from "./doctor.ts";
import { downloadsList, downloadsSave, downloadsWait } from "./downloads.ts";
import { drag } from "./drag.ts";
import { evalCommand } from "./eval.ts";
import { extract } from "./extract.ts";
import { fill } from "./fill.ts";
import {
  getAttributes,
  getBbox,
  getCount,
  getErrors,
  getHtml,
  getOptions,
  getRole,
  getStyles,
  getText,
  getTitle,
  getUrl,
  getValue,
} from "./get.ts";
import { completion, describe, help, man } from "./help.ts";
import { back, forward, reload } from "./history.ts";
import { hover } from "./hover.ts";
import { init } from "./init.ts";
import { input } from "./input.ts";
import { install } from "./install.ts";
import { isChecked, isDisabled, isEditable, isEnabled, isFocused, isHidden, isVisible } from "./is.ts";
import { licenses } from "./licenses.ts";
import { logCommand } from "./log.ts";
import { mouseDown, mouseMove, mouseUp, mouseWheel } from "./mouse.ts";
import { open } from "./open.ts";
import { profileAuth, profileInspect, profileList, profileUpdate } from "./profile.ts";
import { profile, profileSync } from "./profile-sync.ts";
import { python } from "./python.ts";
import { run } from "./run.ts";
import { getPixel, screenshot } from "./screenshot.ts";
import { scroll } from "./scroll.ts";
import { select } from "./select.ts";
import { serve, serveKeys } from "./serve.ts";
import { serveBilling } from "./serve-billing.ts";
import { close, connect, sessions } from "./session.ts";
import { settling } from "./settling.ts";
import { setup } from "./setup.ts";
import { skillInstall, skillShow } from "./skill.ts";
import { state } from "./state.ts";
import { storageLoad, storageSave } from "./storage.ts";
import { tabClose, tabList, tabNew, tabSwitch } from "./tab.ts";
import { telling } from "./telling.ts";
import { traceCommand } from "./trace.ts";
import { tunnel, tunnelList, tunnelStop } from "./tunnel.ts";
import { focus, keys, type } from "./type.ts";
import { getUnfinished } from "./unfinished.ts";
import { upload } from "./upload.ts";
import { viewport } from "./viewport.ts";
import { waitFunction, waitIdle, waitLoad, waitSelector, waitSettled, waitText, waitTime, waitUrl } from "./wait.ts";

const list: readonly AnyCommand[] = [
  open,
  back,
  forward,
  reload,
  viewport,
  scroll,
  state,
  screenshot,
  getTitle,
  getUrl,
  getHtml,
  getText,
  getValue,
  getOptions,
  getAttributes,
  getStyles,
  getRole,
  getBbox,
  getPixel,
  getCount,
  getErrors,
  getUnfinished,
  isVisible,
  isHidden,
  isEnabled,
  isDisabled,
  isChecked,
  isEditable,
  isFocused,
  waitSelector,
  waitText,
  waitUrl,
  waitLoad,
  waitIdle,
  waitSettled,
  waitFunction,
  waitTime,
  click,
  input,
  fill,
  type,
  keys,
  focus,
  check,
  uncheck,
  select,
  upload,
  hover,
  dblclick,
  rightclick,
  drag,
  mouseMove,
  mouseDown,
  mouseUp,
  mouseWheel,
  clipboardRead,
  clipboardWrite,
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
  storageSave,
  storageLoad,
  evalCommand,
  extract,
  run,
  python,
  batch,
  logCommand,
  traceCommand,
  connect,
  sessions,
  close,
  cloudLogin,
  cloudLogout,
  cloudConnect,
  cloudClose,
  cloudRun,
  cloudSessions,
  cloudSessionsShow,
  cloudSessionsStop,
  cloudSessionsMessages,
  cloudWorkspaces,
  cloudWorkspacesCreate,
  cloudFiles,
  cloudFilesUpload,
  cloudFilesDownload,
  cloudSkills,
  cloudSkillsRun,
  cloudV2,
  cloudV2Poll,
  cloudV3,
  cloudV3Poll,
  serve,
  serveKeys,
  serveBilling,
  tunnel,
  tunnelList,
  tunnelStop,
  profile,
  profileList,
  profileInspect,
  profileSync,
  profileAuth,
  profileUpdate,
  setup,
  install,
  doctor,
  configList,
  configGet,
  configSet,
  configUnset,
  init,
  help,
  describe,
  completion,
  man,
  licenses,
  skillShow,
  skillInstall,
];

/** A read comes to rest first, then finds what its address means: what it found would else be drawn anew meanwhile. */
export const commands: readonly AnyCommand[] = list.map((one) => telling(settling(addressable(one))));
