/**
 * The script of a random page: builds a tree from its description, and reports what events and styles really do. Each of
 * its elements has its number in `data-k`.
 */
window.probe = (() => {
  const elements = new Map();
  const numbers = new WeakMap();
  const closedRoots = new WeakMap();
  const EVENTS = ["pointerdown", "mousedown", "mouseup", "click"];
  let record = { target: {}, fired: [] };
  const scrolls = new Map();
  let mutations = 0;
  let next = 1;

  const number = (element) => {
    const k = next++;
    elements.set(k, element);
    numbers.set(element, k);
    element.setAttribute("data-k", String(k));
    return k;
  };

  /** Records the innermost target of each event. Listeners of inner roots run later. */
  const listen = (root) => {
    for (const type of EVENTS)
      root.addEventListener(
        type,
        (event) => {
          const target = event.composedPath()[0];
          record.target[type] = numbers.get(target) ?? 0;
          if (type === "click" || type === "mousedown") event.preventDefault();
        },
        true,
      );
  };

  const build = (node, parent) => {
    const document = parent.ownerDocument;
    if (typeof node === "string") {
      parent.append(node);
      return;
    }
    const element = document.createElement(node.tag);
    for (const [name, value] of node.attributes) element.setAttribute(name, value);
    if (node.style) element.style.cssText = node.style;
    const k = number(element);
    for (const type of node.on) element.addEventListener(type, () => record.fired.push(k));
    parent.append(element);
    let into = element;
    if (node.tag === "iframe") {
      listen(element.contentWindow);
      into = element.contentDocument.body;
    } else if (node.shadow) {
      const root = element.attachShadow({ mode: node.shadow });
      if (node.shadow === "closed") {
        closedRoots.set(element, root);
        listen(root);
      }
      for (const child of node.inner) build(child, root);
    }
    for (const child of node.children) build(child, into);
    if (node.open === "modal") element.showModal();
    if (node.open === "popover") element.showPopover();
  };

  const rootOf = (element) => element.shadowRoot ?? closedRoots.get(element);

  const slotOf = (node) => {
    const root = node.parentNode instanceof Element && rootOf(node.parentNode);
    if (!root) return undefined;
    return [...root.querySelectorAll("slot")].find((slot) => slot.assignedNodes().includes(node));
  };

  /** The parent of a node in the flattened tree. */
  const around = (node) => {
    const slot = slotOf(node);
    if (slot) return slot;
    const parent = node.parentNode;
    if (parent instanceof ShadowRoot) return parent.host;
    return parent?.nodeType === 1 ? parent : undefined;
  };

  const path = (element) => {
    const all = [];
    for (let at = element; at; at = around(at)) all.push(at);
    return all;
  };

  const isIn = (element, outer) => path(element).includes(outer);

  const hitAt = (document, x, y) => {
    let hit = document.elementFromPoint(x, y);
    for (let root = hit && rootOf(hit); root; root = hit && rootOf(hit)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === hit || !root.contains(inner)) break;
      hit = inner;
    }
    return hit;
  };

  const everything = function* (root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      const inner = rootOf(element);
      if (inner) yield* everything(inner);
      if (element.localName === "iframe" && element.contentDocument) yield* everything(element.contentDocument);
    }
  };

  const belongs = (element, target) =>
    isIn(target, element) ||
    [...(element.labels ?? [])].some((label) => isIn(target, label)) ||
    (element.localName === "label" && element.control === target);

  /** Points of an element in a grid over each of its boxes. */
  const grid = (element, steps) =>
    [...element.getClientRects()].slice(0, 6).flatMap((rect) =>
      Array.from({ length: steps * steps }, (_, n) => ({
        x: rect.left + (rect.width * ((n % steps) + 0.5)) / steps,
        y: rect.top + (rect.height * (Math.floor(n / steps) + 0.5)) / steps,
      })),
    );

  /** True when a point of a frame is visible in the parent page. False for transformed frames. */
  const isThrough = (frame, x, y) => {
    if (!frame) return true;
    const { left, top, width } = frame.getBoundingClientRect();
    if (Math.abs(width - frame.offsetWidth) > 0.5 || !path(frame).every(isStraight)) return false;
    const { paddingLeft, paddingTop } = getComputedStyle(frame);
    const inset = {
      x: frame.clientLeft + Number.parseFloat(paddingLeft),
      y: frame.clientTop + Number.parseFloat(paddingTop),
    };
    return hitAt(frame.ownerDocument, left + inset.x + x, top + inset.y + y) === frame;
  };

  const isStraight = (element) => getComputedStyle(element).transform === "none";

  const hasPoint = (element) => {
    const document = element.ownerDocument;
    const frame = document.defaultView.frameElement;
    return [element, ...(element.labels ?? [])]
      .flatMap((one) => grid(one, 13))
      .some(({ x, y }) => {
        const hit = hitAt(document, x, y);
        return hit !== null && hit.localName !== "iframe" && belongs(element, hit) && isThrough(frame, x, y);
      });
  };

  const reset = () => {
    for (const element of everything(document)) {
      const [left, top] = scrolls.get(element) ?? [0, 0];
      if (element.scrollLeft !== left || element.scrollTop !== top) element.scrollTo(left, top);
    }
    scrollTo(0, 0);
    record = { target: {}, fired: [] };
  };

  /** True for elements with an action of their own. */
  const isNative = (element) =>
    element.matches("a[href], button, input:not([type=hidden]), select, textarea, [contenteditable=true]") ||
    (element.localName === "summary" && element.matches("details > summary:first-of-type")) ||
    (element.localName === "label" && element.control !== null);

  /** All text nodes in the order of the flattened tree. */
  const texts = function* (node) {
    if (node.nodeType === 3) {
      yield node;
      return;
    }
    const root = node.nodeType === 1 && rootOf(node);
    const filled = node.localName === "slot" ? node.assignedNodes() : [];
    const children = root
      ? [...root.childNodes, ...[...node.childNodes].filter((one) => !slotOf(one))]
      : node.childNodes;
    for (const child of filled.length > 0 ? filled : children) yield* texts(child);
  };

  /** Tests the box, because a backdrop is also hit outside of its dialog. */
  const isInBox = (element, { x, y }) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  };

  const isOpaque = (element) => {
    const { backgroundColor, clipPath, borderRadius, transform } = getComputedStyle(element);
    return /^rgb\(/.test(backgroundColor) && clipPath === "none" && borderRadius === "0px" && transform === "none";
  };

  return {
    make(nodes, scrollBy) {
      listen(window);
      for (const node of nodes) build(node, document.body);
      for (const element of everything(document)) {
        if (element.scrollHeight > element.clientHeight && scrollBy) element.scrollTop = scrollBy;
        if (element !== document.documentElement) scrolls.set(element, [element.scrollLeft, element.scrollTop]);
      }
      const observer = new MutationObserver((list) => (mutations += list.length));
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    reset,
    /** The targets of the events since the last reset. */
    record: () => record,
    /** True when events at element `target` act on element `k`. */
    belongs: (k, target) => elements.has(target) && belongs(elements.get(k), elements.get(target)),
    /** Whether some point of the element receives its events: now, and after scrolling to it. */
    reachable(k) {
      const element = elements.get(k);
      reset();
      const now = hasPoint(element);
      const points = grid(element, 5);
      const isUnder =
        points.length > 0 &&
        points.every(({ x, y }) => {
          const hit = hitAt(element.ownerDocument, x, y);
          return hit && !isIn(element, hit);
        });
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const later = hasPoint(element);
      reset();
      return { now, later, isUnder };
    },
    /** Random points of the viewport on elements of the page. */
    points(shares) {
      const candidates = [...elements.values()].filter((one) => one.isConnected && one.ownerDocument === document);
      return shares.flatMap(([which, x, y]) => {
        const element = candidates[Math.floor(which * candidates.length)];
        const rects = element ? [...element.getClientRects()] : [];
        const rect = rects[Math.floor(which * 7919) % (rects.length || 1)];
        if (!rect) return [];
        const point = { x: Math.floor(rect.left + rect.width * x), y: Math.floor(rect.top + rect.height * y) };
        const isIn = point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight;
        return isIn ? [point] : [];
      });
    },
    /** Elements that reacted to the last click and are neither listed nor inside a listed element. */
    missed(listed, scrollers) {
      const target = elements.get(record.target.click ?? record.target.mousedown ?? 0);
      // The thumb of a range without an area is still drawn. Such controls count as hidden.
      const hasArea = ({ offsetWidth, offsetHeight, localName }) =>
        localName !== "input" || (offsetWidth > 0 && offsetHeight > 0);
      const nativeTargets =
        target && record.target.click ? path(target).filter(isNative).slice(0, 1).filter(hasArea) : [];
      const reacted = [...new Set([...record.fired.map((k) => elements.get(k)), ...nativeTargets])];
      const listedElements = new Set(listed.map((k) => elements.get(k)));
      const reacts = (one) => reacted.includes(one);
      const counts = (one) => listedElements.has(one) && (reacts(one) || !scrollers.includes(numbers.get(one)));
      record = { target: {}, fired: [] };
      return reacted
        .filter((one) => {
          if (path(one).some(counts)) return false;
          return !(one.localName === "label" && one.control && listedElements.has(one.control));
        })
        .map((one) => numbers.get(one));
    },
    /** Everything that a page could notice of being read. */
    traces: () => ({
      mutations,
      globals: Object.getOwnPropertyNames(window).length,
      focus: numbers.get(document.activeElement) ?? 0,
      scroll: [...everything(document)].map((one) => [one.scrollLeft, one.scrollTop]),
      html: document.documentElement.outerHTML.length,
    }),
    /** Words of the page: those that must be printed, in order, and those that must not. */
    words() {
      const must = [];
      const mustNot = [];
      for (const node of texts(document.body)) {
        const word = /w\d+x/.exec(node.data)?.[0];
        if (!word) continue;
        const parent = around(node);
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter((rect) => rect.width > 2 && rect.height > 2);
        const { visibility, display, contentVisibility } = getComputedStyle(parent);
        // Skipped content still returns boxes.
        const isSkipped = contentVisibility === "hidden" && display !== "inline" && display !== "contents";
        const isClosed = parent.localName === "details" && !parent.open;
        const isHidden = !parent.checkVisibility() && display !== "contents";
        if (isHidden || isClosed || isSkipped || visibility !== "visible" || range.getClientRects().length === 0) {
          mustNot.push(word);
          continue;
        }
        const points = rects.flatMap((rect) =>
          [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
            [0.1, 0.5, 0.9].map((y) => ({ x: rect.left + rect.width * x, y: rect.top + rect.height * y })),
          ),
        );
        if (points.length === 0 || !points.every(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight))
          continue;
        const hits = points.map(({ x, y }) => hitAt(document, x, y));
        const isLight = path(parent).every((one) => Number(getComputedStyle(one).opacity) > 0);
        if (
          hits.every(
            (hit) =>
              hit &&
              (hit === parent ||
                (display === "contents" && isIn(parent, hit)) ||
                (isIn(parent, hit) === false && isIn(hit, parent))) &&
              isLight,
          )
        )
          must.push(word);
        const covers = hits.map((hit, n) => {
          const isOther = hit && hit !== parent && !isIn(parent, hit) && !isIn(hit, parent);
          return isOther && isOpaque(hit) && isInBox(hit, points[n]) ? hit : null;
        });
        const isUnder = covers.every(
          (hit) => hit && hit === covers[0] && path(hit).every((one) => getComputedStyle(one).opacity === "1"),
        );
        if (isUnder && path(parent).every((one) => getComputedStyle(one).pointerEvents !== "none")) mustNot.push(word);
      }
      return { must, mustNot };
    },
    /** For each element the words that the page has for it: its text, and its name from attributes. */
    knownWords() {
      const result = {};
      for (const [k, one] of elements) {
        if (!one.isConnected || one.isContentEditable || one.closest("[aria-hidden=true], [inert]")) continue;
        const inside = [...texts(one)].filter((node) => {
          const parent = around(node);
          const isDrawn =
            parent.checkVisibility({ visibilityProperty: true }) && !parent.closest("details:not([open])");
          const range = document.createRange();
          range.selectNodeContents(node);
          return (
            isDrawn &&
            range.getClientRects().length > 0 &&
            !parent.closest("[aria-hidden=true], [inert], [contenteditable]")
          );
        });
        const written = inside.flatMap(({ data }) => /w\d+x/.exec(data) ?? []);
        const given = ["aria-label", "title"].map((name) => one.getAttribute(name));
        result[k] = [...given, ...written].filter(Boolean);
      }
      return result;
    },
    /** Changes the text of a visible word and returns the word; undefined when there is none. */
    change(which) {
      const { must } = this.words();
      const word = must[Math.floor(which * must.length)];
      for (const node of texts(document.body)) if (word && node.data.includes(word)) node.data = "changed";
      return word;
    },
    /** Changes the page. New elements get new numbers. */
    mutate(kind, which, where) {
      const all = [...elements].filter(([, one]) => one.isConnected && one.ownerDocument === document);
      const pick = (share) => all[Math.floor(share * all.length)]?.[1];
      const [one, other] = [pick(which), pick(where)];
      if (!one || !other) return;
      if (kind === "remove") one.remove();
      else if (kind === "move") {
        if (!one.contains(other)) other.append(one);
      } else if (kind === "before") {
        if (!one.contains(other)) other.before(one);
      } else if (kind === "render") {
        const html = one.innerHTML;
        one.innerHTML = html;
      } else if (kind === "clone") one.after(one.cloneNode(true));
      else if (kind === "replace") one.replaceWith(one.cloneNode(true));
      for (const element of everything(document.body)) if (!numbers.has(element)) number(element);
    },
    /** The value of a field. */
    value: (k) => elements.get(k).value,
    /** The identifying attributes of all numbered elements, removed or not. */
    looks: () =>
      Object.fromEntries(
        [...elements].map(([k, one]) => {
          const attributes = ["type", "role", "id", "name", "href"].map((name) => one.getAttribute(name) ?? "");
          return [
            k,
            {
              there: one.isConnected && one.ownerDocument.defaultView !== null,
              look: [one.localName, ...attributes, one.textContent].join("|"),
            },
          ];
        }),
      ),
    /** Numbers in the order of the flattened tree. */
    order() {
      const found = [];
      const visit = (node) => {
        if (node.nodeType === 1 && numbers.has(node)) found.push(numbers.get(node));
        const root = node.nodeType === 1 && rootOf(node);
        if (root) root.childNodes.forEach(visit);
        else if (node.localName === "slot" && node.assignedNodes().length > 0) node.assignedNodes().forEach(visit);
        else if (node.localName === "iframe") visit(node.contentDocument);
        else node.childNodes.forEach(visit);
      };
      visit(document.documentElement);
      return found;
    },
  };
})();
