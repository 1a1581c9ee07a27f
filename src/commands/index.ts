/** THE list of commands. Its order is the order of help. Parser, help, JSON, dispatch, completion and reference come from it. */
import type { AnyCommand } from "../command.ts";
import { cloudClose, cloudConnect, cloudLogin, cloudLogout } from "./cloud/cloud.ts";
import { cloudV2, cloudV3 } from "./cloud/cloud-api.ts";
import {
  cloudFiles,
  cloudFilesDownload,
  cloudFilesUpload,
  cloudWorkspaces,
  cloudWorkspacesCreate,
} from "./cloud/cloud-files.ts";
import { cloudV2Poll, cloudV3Poll } from "./cloud/cloud-poll.ts";
import { cloudRun } from "./cloud/cloud-run.ts";
import { cloudSessions, cloudSessionsMessages, cloudSessionsShow, cloudSessionsStop } from "./cloud/cloud-sessions.ts";
import { cloudSkills, cloudSkillsRun } from "./cloud/cloud-skills.ts";
import { profileAuth, profileInspect, profileList, profileUpdate } from "./cloud/profile.ts";
import { profile, profileSync } from "./cloud/profile-sync.ts";
import { serve, serveKeys } from "./cloud/serve.ts";
import { serveBilling } from "./cloud/serve-billing.ts";
import { tunnel, tunnelList, tunnelStop } from "./cloud/tunnel.ts";
import { cookiesClear, cookiesExport, cookiesGet, cookiesImport, cookiesSet } from "./cookies/cookies.ts";
import { storageLoad, storageSave } from "./cookies/storage.ts";
import { downloadsList, downloadsSave, downloadsWait } from "./data/downloads.ts";
import { evalCommand } from "./data/eval.ts";
import { extract } from "./data/extract.ts";
import { completion, describe, help, man } from "./help/help.ts";
import { licenses } from "./help/licenses.ts";
import { skillInstall, skillShow } from "./help/skill.ts";
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
} from "./inspection/get.ts";
import { isChecked, isDisabled, isEditable, isEnabled, isFocused, isHidden, isVisible } from "./inspection/is.ts";
import { getPixel, screenshot } from "./inspection/screenshot.ts";
import { state } from "./inspection/state.ts";
import { getUnfinished } from "./inspection/unfinished.ts";
import {
  waitFunction,
  waitIdle,
  waitLoad,
  waitSelector,
  waitSettled,
  waitText,
  waitTime,
  waitUrl,
} from "./inspection/wait.ts";
import { check, uncheck } from "./interaction/check.ts";
import { click, dblclick, rightclick } from "./interaction/click.ts";
import { clipboardRead, clipboardWrite } from "./interaction/clipboard.ts";
import { dialogAccept, dialogDismiss, dialogStatus } from "./interaction/dialog.ts";
import { drag } from "./interaction/drag.ts";
import { fill } from "./interaction/fill.ts";
import { hover } from "./interaction/hover.ts";
import { input } from "./interaction/input.ts";
import { mouseDown, mouseMove, mouseUp, mouseWheel } from "./interaction/mouse.ts";
import { select } from "./interaction/select.ts";
import { focus, keys, type } from "./interaction/type.ts";
import { upload } from "./interaction/upload.ts";
import { back, forward, reload } from "./navigation/history.ts";
import { open } from "./navigation/open.ts";
import { scroll } from "./navigation/scroll.ts";
import { viewport } from "./navigation/viewport.ts";
import { batch } from "./scripting/batch.ts";
import { logCommand } from "./scripting/log.ts";
import { python } from "./scripting/python.ts";
import { run } from "./scripting/run.ts";
import { traceCommand } from "./scripting/trace.ts";
import { close, connect, sessions } from "./session/session.ts";
import { bundle } from "./setup/bundle.ts";
import { configGet, configList, configSet, configUnset } from "./setup/config.ts";
import { doctor } from "./setup/doctor.ts";
import { init } from "./setup/init.ts";
import { install } from "./setup/install.ts";
import { setup } from "./setup/setup.ts";
import { upgrade } from "./setup/upgrade.ts";
import { addressable } from "./shared/address.ts";
import { settling } from "./shared/settling.ts";
import { telling } from "./shared/telling.ts";
import { tabClose, tabList, tabNew, tabSwitch } from "./tabs/tab.ts";

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
  upgrade,
  bundle,
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
