/**
 * Reports the permission requests of a document's scripts. Runs in the page's own world before its scripts, because no
 * other interface reports refusals. Wrapped functions keep name, length, results and errors. All built-ins for later use
 * are saved first, so that a page that replaces them cannot observe the reports.
 */
import type { Permission, Verdict } from "../../events/permissions.ts";

/** Type of the reporting events. It is random, so that a page cannot listen for them or send them. */
declare const CHANNEL: string;

// biome-ignore lint/suspicious/noExplicitAny: functions of the browser, whatever they take and return
type Any = any;

const { apply, has } = Reflect;
const { dispatchEvent } = EventTarget.prototype;
const Message = CustomEvent;
const Outcome = Promise;
const eventTarget = performance;
const { isSecureContext } = globalThis;
const { permissions } = navigator as { permissions?: Permissions };
const query = permissions?.query;
/** Missing in the types, because only Chromium has it. */
const { featurePolicy } = document as Any;
const features: Record<string, true> = { __proto__: null } as Any;
for (const name of featurePolicy?.features() ?? []) features[name] = true;
const allowsFeature = featurePolicy?.allowsFeature;

function report(verdict: Verdict, name: Permission): void {
  const detail = `${verdict} ${name}`;
  apply(dispatchEvent, eventTarget, [new Message(CHANNEL, { __proto__: null, detail } as Any)]);
}

async function isGranted(name: Permission): Promise<boolean> {
  try {
    return query !== undefined && (await apply(query, permissions, [{ name }])).state === "granted";
  } catch {
    return false;
  }
}

/** Reports a request. One that is already granted needs no answer. */
async function reportRequest(name: Permission): Promise<void> {
  report("asked", name);
  if (await isGranted(name)) report("answered", name);
}

function reportRequests(names: Permission[]): void {
  for (let n = 0; n < names.length; n++) void reportRequest(names[n] as Permission);
}

/** Reports the reason for a refusal. With the permission, the reason is another one, such as a missing focus. */
async function reportRefusal(name: Permission): Promise<void> {
  if (!isSecureContext) report("insecure", name);
  else if (features[name] && !apply(allowsFeature, featurePolicy, [name])) report("policy", name);
  else report((await isGranted(name)) ? "answered" : "refused", name);
}

function reportOutcome(names: Permission[], isRefused: boolean): void {
  for (let n = 0; n < names.length; n++) {
    const name = names[n] as Permission;
    if (isRefused) void reportRefusal(name);
    else report("answered", name);
  }
}

/**
 * Replaces a function of the browser with a proxy that forwards every call. Does so only once: the blank document of a
 * new tab runs this script twice, and the proxy is recognizable by the channel.
 */
function wrap(owner: Any, key: string, forward: (call: () => Any, args: Any[]) => Any): void {
  const descriptor = owner && Object.getOwnPropertyDescriptor(owner, key);
  if (typeof descriptor?.value !== "function" || CHANNEL in descriptor.value) return;
  const handler = {
    __proto__: null,
    apply: (target: Any, self: Any, args: Any[]) => forward(() => apply(target, self, args), args),
    has: (target: Any, name: PropertyKey) => name === CHANNEL || has(target, name),
  };
  Object.defineProperty(owner, key, { ...descriptor, value: new Proxy(descriptor.value, handler as Any) });
}

type Reader = (args: Any[]) => Permission[];

/** Wraps a function with a promise. It is refused with NotAllowedError, or with a value for which `meansNo` is true. */
function wrapPromise(owner: Any, key: string, read: Reader, meansNo: (value: Any) => boolean = () => false): void {
  const watch = async (promise: Any, args: Any[]) => {
    let names: Permission[] = [];
    try {
      names = read(args);
      reportRequests(names);
      reportOutcome(names, meansNo(await promise));
    } catch (error) {
      reportOutcome(names, (error as Any)?.name === "NotAllowedError");
    }
  };
  wrap(owner, key, (call, args) => {
    const promise = call();
    void watch(promise, args);
    // A new promise: observing the original one would hide its unhandled rejection from the page.
    return new Outcome((resolve) => resolve(promise));
  });
}

/** Wraps a function with callbacks; `at` is the index of the success callback. */
function wrapCallbacks(owner: Any, key: string, at: number, read: Reader, meansNo: (error: Any) => boolean): void {
  wrap(owner, key, (call, args) => {
    const names = read(args);
    const done = args[at];
    const failed = args[at + 1];
    if (typeof done !== "function") return call();
    const wrapCallback = (callback: Any, isRefusal: (value: Any) => boolean) =>
      new Proxy(callback, {
        __proto__: null,
        apply(target: Any, self: Any, values: Any[]) {
          reportOutcome(names, isRefusal(values[0]));
          return apply(target, self, values);
        },
      } as Any);
    args[at] = wrapCallback(done, () => false);
    if (typeof failed === "function" || failed == null) args[at + 1] = wrapCallback(failed ?? (() => {}), meansNo);
    // A call that throws requests nothing.
    const result = call();
    reportRequests(names);
    return result;
  });
}

const always =
  (...names: Permission[]): Reader =>
  () =>
    names;
const devices: Reader = (args) => {
  const wanted = args[0];
  const names: Permission[] = [];
  if (wanted?.video) names[names.length] = "camera";
  if (wanted?.audio) names[names.length] = "microphone";
  return names;
};
const isNotGranted = (value: unknown) => value !== "granted";
const world = globalThis as Any;

for (const key of ["getCurrentPosition", "watchPosition"])
  wrapCallbacks(world.Geolocation?.prototype, key, 0, always("geolocation"), (error) => error?.code === 1);
for (const key of ["getUserMedia", "webkitGetUserMedia"])
  wrapCallbacks(world.Navigator.prototype, key, 1, devices, (error) => error?.name === "NotAllowedError");
wrapPromise(world.MediaDevices?.prototype, "getUserMedia", devices);
wrapPromise(world.Notification, "requestPermission", always("notifications"), isNotGranted);
wrapPromise(world.PushManager?.prototype, "subscribe", always("notifications"));
for (const key of ["read", "readText"]) wrapPromise(world.Clipboard?.prototype, key, always("clipboard-read"));
for (const key of ["write", "writeText"]) wrapPromise(world.Clipboard?.prototype, key, always("clipboard-write"));
wrapPromise(world.Navigator.prototype, "requestMIDIAccess", always("midi"));
wrapPromise(world.StorageManager?.prototype, "persist", always("persistent-storage"), (value) => value === false);
wrapPromise(world.Document.prototype, "requestStorageAccess", always("storage-access"));
wrapPromise(world, "getScreenDetails", always("window-management"));
// A refusal returns an empty list.
wrapPromise(world, "queryLocalFonts", always("local-fonts"), (fonts) => fonts?.length === 0);
wrapPromise(world.IdleDetector, "requestPermission", always("idle-detection"), isNotGranted);
wrapPromise(world.WakeLock?.prototype, "request", always("screen-wake-lock"));
