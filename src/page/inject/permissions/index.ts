/**
 * Tells of the permissions that the scripts of a document ask for. It runs in the page's own world, before the page's scripts: nobody
 * else hears of a refusal. What it wraps keeps name, length, results and errors. All built-ins that it needs later are
 * taken at once, so that a page that changes them learns neither what is told nor how.
 */
import type { Permission, Verdict } from "../../events/permissions.ts";

/** The type of the events that it tells by. Random: a page cannot listen for them, nor send any. */
declare const CHANNEL: string;

// biome-ignore lint/suspicious/noExplicitAny: functions of the browser, whatever they take and return
type Any = any;

const { apply, has } = Reflect;
const { dispatchEvent } = EventTarget.prototype;
const Message = CustomEvent;
const Outcome = Promise;
const wire = performance;
const { isSecureContext } = globalThis;
const { permissions } = navigator as { permissions?: Permissions };
const query = permissions?.query;
/** Not in the types, since other browsers lack it. */
const { featurePolicy } = document as Any;
const features: Record<string, true> = { __proto__: null } as Any;
for (const name of featurePolicy?.features() ?? []) features[name] = true;
const allowsFeature = featurePolicy?.allowsFeature;

function tell(verdict: Verdict, name: Permission): void {
  const detail = `${verdict} ${name}`;
  apply(dispatchEvent, wire, [new Message(CHANNEL, { __proto__: null, detail } as Any)]);
}

async function isGranted(name: Permission): Promise<boolean> {
  try {
    return query !== undefined && (await apply(query, permissions, [{ name }])).state === "granted";
  } catch {
    return false;
  }
}

/** What was allowed before waits for nobody, however long its result takes. */
async function ask(name: Permission): Promise<void> {
  tell("asked", name);
  if (await isGranted(name)) tell("answered", name);
}

function askAll(names: Permission[]): void {
  for (let n = 0; n < names.length; n++) void ask(names[n] as Permission);
}

/** A page that has the permission is refused for other reasons, such as a missing focus. */
async function refuse(name: Permission): Promise<void> {
  if (!isSecureContext) tell("insecure", name);
  else if (features[name] && !apply(allowsFeature, featurePolicy, [name])) tell("policy", name);
  else tell((await isGranted(name)) ? "answered" : "refused", name);
}

function settle(names: Permission[], isRefused: boolean): void {
  for (let n = 0; n < names.length; n++) {
    const name = names[n] as Permission;
    if (isRefused) void refuse(name);
    else tell("answered", name);
  }
}

/**
 * Replaces a function of the browser by one that passes every call on. Once: the blank document of a tab that a page opens
 * gets this script twice, and what is replaced already says so to who knows the channel.
 */
function wrap(owner: Any, key: string, passOn: (call: () => Any, args: Any[]) => Any): void {
  const held = owner && Object.getOwnPropertyDescriptor(owner, key);
  if (typeof held?.value !== "function" || CHANNEL in held.value) return;
  const handler = {
    __proto__: null,
    apply: (target: Any, self: Any, args: Any[]) => passOn(() => apply(target, self, args), args),
    has: (target: Any, name: PropertyKey) => name === CHANNEL || has(target, name),
  };
  Object.defineProperty(owner, key, { ...held, value: new Proxy(held.value, handler as Any) });
}

type ReadPermissions = (args: Any[]) => Permission[];

/** A function that answers by a promise: rejected with NotAllowedError, or fulfilled with a value that means no. */
function promising(
  owner: Any,
  key: string,
  asked: ReadPermissions,
  meansNo: (value: Any) => boolean = () => false,
): void {
  const watch = async (promise: Any, args: Any[]) => {
    let names: Permission[] = [];
    try {
      names = asked(args);
      askAll(names);
      settle(names, meansNo(await promise));
    } catch (error) {
      settle(names, (error as Any)?.name === "NotAllowedError");
    }
  };
  wrap(owner, key, (call, args) => {
    const promise = call();
    void watch(promise, args);
    // Not that one: who watches a promise handles it, and a page that does not is to have its error all the same.
    return new Outcome((resolve) => resolve(promise));
  });
}

/** A function that answers by callbacks, `at` the first of them. */
function calling(owner: Any, key: string, at: number, asked: ReadPermissions, meansNo: (error: Any) => boolean): void {
  wrap(owner, key, (call, args) => {
    const names = asked(args);
    const done = args[at];
    const failed = args[at + 1];
    if (typeof done !== "function") return call();
    const answer = (callback: Any, judge: (value: Any) => boolean) =>
      new Proxy(callback, {
        __proto__: null,
        apply(target: Any, self: Any, values: Any[]) {
          settle(names, judge(values[0]));
          return apply(target, self, values);
        },
      } as Any);
    args[at] = answer(done, () => false);
    if (typeof failed === "function" || failed == null) args[at + 1] = answer(failed ?? (() => {}), meansNo);
    // A call that the browser does not take asks for nothing.
    const result = call();
    askAll(names);
    return result;
  });
}

const always =
  (...names: Permission[]): ReadPermissions =>
  () =>
    names;
const devices: ReadPermissions = (args) => {
  const wanted = args[0];
  const names: Permission[] = [];
  if (wanted?.video) names[names.length] = "camera";
  if (wanted?.audio) names[names.length] = "microphone";
  return names;
};
const isNotGranted = (value: unknown) => value !== "granted";
const world = globalThis as Any;

for (const key of ["getCurrentPosition", "watchPosition"])
  calling(world.Geolocation?.prototype, key, 0, always("geolocation"), (error) => error?.code === 1);
for (const key of ["getUserMedia", "webkitGetUserMedia"])
  calling(world.Navigator.prototype, key, 1, devices, (error) => error?.name === "NotAllowedError");
promising(world.MediaDevices?.prototype, "getUserMedia", devices);
promising(world.Notification, "requestPermission", always("notifications"), isNotGranted);
promising(world.PushManager?.prototype, "subscribe", always("notifications"));
for (const key of ["read", "readText"]) promising(world.Clipboard?.prototype, key, always("clipboard-read"));
for (const key of ["write", "writeText"]) promising(world.Clipboard?.prototype, key, always("clipboard-write"));
promising(world.Navigator.prototype, "requestMIDIAccess", always("midi"));
promising(world.StorageManager?.prototype, "persist", always("persistent-storage"), (value) => value === false);
promising(world.Document.prototype, "requestStorageAccess", always("storage-access"));
promising(world, "getScreenDetails", always("window-management"));
// One that is refused gets an empty list.
promising(world, "queryLocalFonts", always("local-fonts"), (fonts) => fonts?.length === 0);
promising(world.IdleDetector, "requestPermission", always("idle-detection"), isNotGranted);
promising(world.WakeLock?.prototype, "request", always("screen-wake-lock"));
