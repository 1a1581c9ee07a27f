/**
 * The script of a page with a late effect. A click starts a chain of steps that take time, and the last one shows the
 * effect. `late.run(plan)` builds the page from its description in late.ts.
 */
window.late = (() => {
  const slow = (ms, kind, more = "") => `/slow/${Math.round(ms)}/${kind}?n=${Math.random()}${more}`;
  const make = (tag, text = "", css = "") => {
    const element = document.createElement(tag);
    element.textContent = text;
    element.style.cssText = css;
    return element;
  };
  const add = (...given) => {
    const element = make(...given);
    document.querySelector("main").append(element);
    return element;
  };
  const load = (tag, properties, next) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.onload = next;
    element.onerror = next;
    document.head.append(element);
  };
  const channel = (ms, next) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = next;
    setTimeout(() => port1.postMessage("go"), ms);
  };
  const css = document.createElement("style");
  css.textContent =
    "@keyframes grow { from { width: 10px } to { width: 90px } } @keyframes spin { to { transform: rotate(1turn) } }";
  document.head.append(css);

  /** Each step calls `next` once, after about `ms`. */
  const STEPS = {
    timer: (ms, next) => setTimeout(next, ms),
    timers: (ms, next) => setTimeout(() => setTimeout(() => setTimeout(next, ms / 3), ms / 3), ms / 3),
    interval(ms, next) {
      let left = 4;
      const id = setInterval(() => {
        if (--left > 0) return;
        clearInterval(id);
        next();
      }, ms / 4);
    },
    microtasks(_, next) {
      let chain = Promise.resolve();
      for (let n = 0; n < 50; n++) chain = chain.then(() => {});
      chain.then(next);
    },
    queued: (_, next) => queueMicrotask(next),
    frames(ms, next) {
      const begun = performance.now();
      const frame = () => (performance.now() - begun >= ms ? next() : requestAnimationFrame(frame));
      requestAnimationFrame(frame);
    },
    // Without a timeout, the callback does not come while the page paints nothing.
    idle: (ms, next) => setTimeout(() => requestIdleCallback(next, { timeout: 20 }), ms),
    task: (ms, next) => scheduler.postTask(next, { delay: ms }),
    busy(ms, next) {
      const end = performance.now() + ms / 2;
      while (performance.now() < end);
      setTimeout(next, ms / 2);
    },
    fetch: (ms, next) =>
      fetch(slow(ms, "json"))
        .then((answer) => answer.json())
        .then(next),
    streamed: (ms, next) =>
      fetch(slow(ms, "stream"))
        .then((answer) => answer.text())
        .then(next),
    twoFetches: (ms, next) =>
      fetch(slow(ms / 2, "json"))
        .then(() => fetch(slow(ms / 2, "json")))
        .then(next),
    failing: (ms, next) =>
      fetch(slow(ms, "broken"))
        .then((answer) => answer.json())
        .catch(next),
    xhr(ms, next) {
      const request = new XMLHttpRequest();
      request.open("POST", slow(ms, "json"));
      request.onload = next;
      request.send("x");
    },
    jsonp(ms, next) {
      window.answered = next;
      load("script", { src: slow(ms, "call") });
    },
    import: (ms, next) => import(slow(ms, "module")).then(next),
    script: (ms, next) => load("script", { src: slow(ms, "script") }, next),
    sheet: (ms, next) => load("link", { rel: "stylesheet", href: slow(ms, "sheet") }, next),
    image(ms, next) {
      const image = new Image();
      image.onload = next;
      image.src = slow(ms, "image");
    },
    worker(ms, next) {
      const source = `setTimeout(() => postMessage(1), ${ms})`;
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
      worker.onmessage = next;
    },
    transition(ms, next) {
      const box = add("div", "", `width: 10px; height: 4px; background: #ccc; transition: width ${ms}ms`);
      box.getBoundingClientRect();
      box.addEventListener("transitionend", next, { once: true });
      box.style.width = "90px";
    },
    animation(ms, next) {
      const box = add("div", "", `height: 4px; background: #ccc; animation: grow ${ms}ms`);
      box.addEventListener("animationend", next, { once: true });
    },
    animate: (ms, next) =>
      add("div", "", "height: 4px")
        .animate([{ opacity: 0.2 }, { opacity: 1 }], ms)
        .finished.then(next),
    ripple(ms, next) {
      const ripple = add("span", "", "position: absolute; width: 9px; height: 9px");
      ripple.animate([{ transform: "scale(0)" }, { transform: "scale(4)" }], ms).onfinish = () => {
        ripple.remove();
        next();
      };
    },
    viewTransition: (ms, next) =>
      document.startViewTransition(() => new Promise((done) => setTimeout(done, ms / 2))).updateCallbackDone.then(next),
    frame(ms, next) {
      const frame = document.createElement("iframe");
      frame.onload = next;
      frame.src = slow(ms, "frame");
      frame.hidden = true;
      document.querySelector("main").append(frame);
    },
    frameMessage(ms, next) {
      const frame = document.createElement("iframe");
      addEventListener("message", () => next(), { once: true });
      frame.srcdoc = `<script>setTimeout(() => parent.postMessage("go", "*"), ${ms})</script>`;
      frame.style.height = "20px";
      document.querySelector("main").append(frame);
    },
    message(ms, next) {
      addEventListener("message", () => next(), { once: true });
      setTimeout(() => postMessage("go", "*"), ms);
    },
    channel,
    broadcast(ms, next) {
      const [one, other] = [new BroadcastChannel("late"), new BroadcastChannel("late")];
      other.onmessage = () => {
        one.close();
        other.close();
        next();
      };
      setTimeout(() => one.postMessage("go"), ms);
    },
    seen(ms, next) {
      const box = make("div", "", "height: 4px");
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        next();
      });
      observer.observe(box);
      setTimeout(() => document.querySelector("main").append(box), ms);
    },
    resized(ms, next) {
      const box = add("div", "", "height: 4px");
      const observer = new ResizeObserver(() => {
        if (box.offsetHeight === 4) return;
        observer.disconnect();
        next();
      });
      observer.observe(box);
      setTimeout(() => (box.style.height = "8px"), ms + 20);
    },
    mutated(ms, next) {
      const box = add("div");
      const observer = new MutationObserver(() => {
        observer.disconnect();
        next();
      });
      observer.observe(box, { attributes: true });
      setTimeout(() => box.setAttribute("data-ready", ""), ms);
    },
    upgrade(ms, next) {
      const name = `late-${Math.random().toString(36).slice(2)}`;
      add(name);
      const Upgraded = class extends HTMLElement {
        connectedCallback() {
          next();
        }
      };
      setTimeout(() => customElements.define(name, Upgraded), ms);
    },
    toggled(ms, next) {
      const details = add("details");
      details.hidden = true;
      details.addEventListener("toggle", next, { once: true });
      setTimeout(() => (details.open = true), ms);
    },
    hash(ms, next) {
      addEventListener("hashchange", () => next(), { once: true });
      setTimeout(() => (location.hash = `at-${Math.random()}`), ms);
    },
    digest: (_, next) => crypto.subtle.digest("SHA-256", new Uint8Array(1e5)).then(next),
    database(_, next) {
      const request = indexedDB.open("late", 1);
      request.onsuccess = next;
      request.onerror = next;
    },
  };

  const CARD = "padding: 8px; border: 1px solid #999";
  const listen = (name, show) =>
    customElements.define(
      name,
      class extends HTMLElement {
        connectedCallback() {
          show(this);
        }
      },
    );

  /** Each effect shows the marker (or removes it, as planned) within about `ms`. */
  const EFFECTS = {
    paragraph: (marker) => add("p", marker),
    button: (marker) => add("button", marker),
    text: (marker) => (document.querySelector("#status").textContent = marker),
    data: (marker) => (document.querySelector("#status").firstChild.data = marker),
    html: (marker) => (document.querySelector("main").innerHTML = `<h2>${marker}</h2><a href="/next">Next</a>`),
    hidden(marker) {
      const spare = document.querySelector("#spare");
      spare.textContent = marker;
      spare.hidden = false;
    },
    visibility: (marker) => (add("p", marker, "visibility: hidden").style.visibility = "visible"),
    fade(marker, ms) {
      const box = add("div", marker, `${CARD}; opacity: 0; transition: opacity ${ms}ms`);
      box.getBoundingClientRect();
      box.style.opacity = "1";
    },
    fadeByTimer(marker, ms) {
      const box = add("div", marker, `${CARD}; opacity: 0`);
      const id = setInterval(() => {
        box.style.opacity = String(Number(box.style.opacity) + 0.2);
        if (Number(box.style.opacity) >= 1) clearInterval(id);
      }, ms / 5);
    },
    accordion(marker, ms) {
      const box = make("div", "", `overflow: hidden; height: 0; transition: height ${ms}ms`);
      box.append(make("p", marker));
      document.querySelector("main").append(box);
      box.getBoundingClientRect();
      box.style.height = "60px";
    },
    drawer(marker, ms) {
      const place = "position: fixed; top: 0; left: 0; width: 300px; height: 200px; background: #fff";
      const box = add("aside", "", `${place}; transform: translateX(-320px); transition: transform ${ms}ms`);
      box.append(make("button", marker));
      box.getBoundingClientRect();
      box.style.transform = "none";
    },
    modal(marker, ms) {
      const dialog = add("dialog");
      dialog.append(make("p", marker), make("button", "Close"));
      dialog.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms, fill: "backwards" });
      dialog.showModal();
    },
    popover(marker) {
      const box = add("div", marker);
      box.popover = "auto";
      box.showPopover();
    },
    details(marker) {
      const box = add("details", "");
      box.append(make("summary", "Answer"), make("p", marker));
      box.open = true;
    },
    value: (marker) => (document.querySelector("#field").value = marker),
    option: (marker) => document.querySelector("#choice").prepend(new Option(marker, "1", true, true)),
    enabled(marker) {
      const button = document.querySelector("#forbidden");
      button.disabled = false;
      button.textContent = marker;
    },
    removed: () => document.querySelector("#doomed").remove(),
    collapsed(_, ms) {
      const doomed = document.querySelector("#doomed");
      doomed.animate([{ opacity: 1 }, { opacity: 0 }], ms).onfinish = () => doomed.remove();
    },
    shadow(marker) {
      listen("late-card", (card) => (card.attachShadow({ mode: "open" }).innerHTML = `<p>${marker}</p>`));
      add("late-card");
    },
    closedShadow(marker) {
      listen("late-secret", (card) => (card.attachShadow({ mode: "closed" }).innerHTML = `<button>${marker}</button>`));
      add("late-secret");
    },
    srcdoc(marker) {
      document
        .querySelector("main")
        .append(Object.assign(document.createElement("iframe"), { srcdoc: `<p>${marker}` }));
    },
    frame(marker, ms) {
      const src = slow(ms, "frame", `&text=${marker}`);
      document.querySelector("main").append(Object.assign(document.createElement("iframe"), { src }));
    },
    frameWrites(marker, ms) {
      const frame = Object.assign(document.createElement("iframe"), { src: slow(ms, "frame") });
      frame.onload = () => frame.contentDocument.body.append(marker);
      document.querySelector("main").append(frame);
    },
    navigate: (marker, ms) => (location.href = slow(ms, "page", `&text=${marker}`)),
    submit(marker, ms) {
      const form = add("form");
      form.action = slow(ms, "page");
      form.append(Object.assign(make("input"), { type: "hidden", name: "text", value: marker }));
      form.submit();
    },
    route(marker) {
      history.pushState({}, "", `/route-${Math.random()}`);
      document.querySelector("main").replaceChildren(make("h1", marker), make("button", "Back"));
    },
    viewTransition(marker) {
      document.startViewTransition(() => document.querySelector("main").replaceChildren(make("h1", marker)));
    },
    rows(marker, ms) {
      const list = add("ul");
      let left = 5;
      const id = setInterval(() => {
        list.append(make("li", --left === 0 ? marker : `Row ${left}`));
        if (left === 0) clearInterval(id);
      }, ms / 5);
    },
    toast(marker) {
      const toast = add("div", marker, `position: fixed; right: 8px; bottom: 8px; ${CARD}`);
      toast.setAttribute("role", "status");
      setTimeout(() => toast.remove(), 5_000);
    },
  };

  /** Immediate changes that are not the effect. */
  const DISTRACTIONS = {
    label: (trigger) => (trigger.textContent = "…"),
    disabled: (trigger) => (trigger.ariaDisabled = "true"),
    class: (trigger) => trigger.classList.add("active", "focused"),
    busy: () => document.querySelector("main").setAttribute("aria-busy", "true"),
    spinner: () => add("div", "", "width: 20px; height: 20px; animation: spin 1s linear infinite; border: 1px solid"),
    ripple: (trigger) =>
      trigger.animate([{ backgroundColor: "#fff" }, { backgroundColor: "#ccc" }, { backgroundColor: "#fff" }], 150),
    beacon: () => navigator.sendBeacon(slow(1_000, "json"), "clicked"),
    loading: () => (document.querySelector("#status").textContent = "Loading…"),
  };

  /** Endless changes that begin before the click. */
  const NOISE = {
    clock() {
      const clock = add("p", "0");
      setInterval(() => (clock.textContent = String(Math.round(performance.now() / 100))), 100);
    },
    spinner: () => add("div", "", "width: 9px; height: 9px; background: red; animation: spin 1s linear infinite"),
    marquee() {
      const line = add("p", "News", "position: relative");
      const move = (at) => {
        line.style.left = `${(at / 20) % 300}px`;
        requestAnimationFrame(move);
      };
      requestAnimationFrame(move);
    },
    poller: () => setInterval(() => fetch("/slow/20/json").then((answer) => answer.json()), 300),
    longPoll: () => fetch("/never"),
    events: () => (window.events = new EventSource("/events")),
    socket() {
      window.socket = new WebSocket(`ws://${location.host}/socket`);
    },
  };

  /** Events that a click on the trigger causes. */
  const TRIGGERS = {
    click: (trigger, go) => trigger.addEventListener("click", go),
    press: (trigger, go) => trigger.addEventListener("pointerdown", go, { once: true }),
    release: (trigger, go) => trigger.addEventListener("mouseup", go),
    focus: (trigger, go) => trigger.addEventListener("focus", go, { once: true }),
    delegated: (trigger, go) => document.addEventListener("click", ({ target }) => target === trigger && go()),
  };

  const run = ({ marker, trigger, steps, effect, distraction, noise }) => {
    for (const kind of noise) NOISE[kind]();
    const button = document.querySelector("#go");
    TRIGGERS[trigger](button, () => {
      const clicked = performance.now();
      if (distraction) DISTRACTIONS[distraction](button);
      const next = (n) => {
        if (n < steps.length) return STEPS[steps[n].kind](steps[n].ms, () => next(n + 1));
        EFFECTS[effect.kind](marker, effect.ms);
        late.tookMs = Math.round(performance.now() - clicked);
      };
      next(0);
    });
  };
  return { run, tookMs: undefined };
})();
