/**
 * Runs in every document of a random page: creates its shadow roots, scrolls its boxes, and decides by hit tests at many
 * points which words a person can read.
 */
// biome-ignore lint/correctness/noUnusedVariables: the test calls it in the page
const reader = (() => {
  const roots = new Map();
  const WORD = /w\d+x/g;
  /** Points of a word, as shares of its size: few to show that it is readable, more to show that it is hidden. */
  const FEW = [0.1, 0.5, 0.9].flatMap((x) => [0.25, 0.5, 0.75].map((y) => [x, y]));
  const MANY = [0.02, 0.35, 0.65, 0.98].flatMap((x) => [0.02, 0.3, 0.7, 0.98].map((y) => [x, y]));
  /** Distance of points in pixels when every part of a letter counts. */
  const FINE = 2;

  function make(root) {
    for (const template of root.querySelectorAll("template[data-root]")) {
      const shadow = template.parentElement.attachShadow({ mode: template.dataset.root });
      shadow.append(template.content);
      roots.set(template.parentElement, shadow);
      template.remove();
      make(shadow);
    }
    for (const box of root.querySelectorAll("[popover]")) box.showPopover();
    for (const box of root.querySelectorAll("[data-scroll]")) {
      const [x, y] = box.dataset.scroll.split(",").map(Number);
      box.scrollTo(x * (box.scrollWidth - box.clientWidth), y * (box.scrollHeight - box.clientHeight));
    }
  }
  make(document);
  scrollTo(0, Number(document.body.dataset.down ?? 0));

  const childrenOf = (one) => {
    const root = roots.get(one);
    if (root) return root.childNodes;
    const assigned = one.localName === "slot" ? one.assignedNodes() : [];
    return assigned.length > 0 ? assigned : one.childNodes;
  };
  function* nodes(parent) {
    for (const node of childrenOf(parent)) {
      // A closed <details> shows only its summary.
      if (parent.localName === "details" && !parent.open && node.localName !== "summary") continue;
      if (node.nodeType === 3) yield node;
      else if (node.nodeType === 1 && !/^(script|style|option|textarea|template)$/.test(node.localName)) {
        yield node;
        yield* nodes(node);
      }
    }
  }
  /** The parent of a node in the flattened tree. */
  const around = (node) => {
    const parent = node.parentNode;
    if (parent === null || parent === document) return null;
    if (parent instanceof ShadowRoot) return parent.host;
    const root = roots.get(parent);
    if (!root) return parent;
    return [...root.querySelectorAll("slot")].find((slot) => slot.assignedNodes().includes(node)) ?? parent;
  };
  const path = (one) => {
    const all = [];
    for (let at = one; at; at = around(at)) all.push(at);
    return all;
  };
  /** The elements that a hit test may return for a node: itself, and its nearest ancestor with a box. */
  const ownersOf = (one) => [one, path(one).find((at) => getComputedStyle(at).display !== "contents")];

  function hitAt(x, y) {
    let hit = document.elementFromPoint(x, y);
    for (let root = hit && roots.get(hit); root; root = hit && roots.get(hit)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === hit || inner.getRootNode() !== root) break;
      hit = inner;
    }
    return hit;
  }
  const alphaOf = (color) => (color === "transparent" ? 0 : Number(/^rgba\(.*,\s*([\d.]+)\)$/.exec(color)?.[1] ?? 1));
  const isSkipped = (one) => path(one).some((at) => getComputedStyle(at).contentVisibility === "hidden");
  const opacityOf = (one) => path(one).reduce((all, at) => all * Number(getComputedStyle(at).opacity), 1);
  const isSolid = (one) =>
    /^(iframe|img|canvas|video|input|select|textarea|button|hr|progress|meter)$/.test(one.localName);

  /**
   * All elements at a point, topmost first. `elementsFromPoint` of a root has no elements of other shadow roots, so these
   * are queried for them.
   */
  function stackAt(owner, x, y) {
    const outer = path(owner);
    return owner
      .getRootNode()
      .elementsFromPoint(x, y)
      .flatMap((one) => {
        const root = outer.includes(one) ? undefined : roots.get(one);
        return root ? [...root.elementsFromPoint(x, y).filter((inner) => inner.getRootNode() === root), one] : [one];
      });
  }
  /** True when the point is inside a box of the element. A host is also hit where its shadow root has content. */
  const isThere = (one, x, y) =>
    [...one.getClientRects()].some(
      ({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    );
  /** True for elements with `pointer-events: none`, which do not cover anything for a click. */
  const letsThrough = (one) => path(one).some((at) => at.style.pointerEvents === "none");

  /**
   * What is visible at a point of a text: "text", "shade" (through a translucent layer), "cover", "pane" (a cover without
   * pointer events), or "none" where it is clipped.
   */
  function seenAt(owners, x, y) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return "none";
    const top = hitAt(x, y);
    if (owners.includes(top)) return "text";
    let seen = "text";
    for (const one of new Set([top, ...stackAt(owners[0], x, y)])) {
      if (owners.includes(one)) return seen;
      if (!one) return "none";
      const opacity = opacityOf(one);
      const alpha = isThere(one, x, y) ? alphaOf(getComputedStyle(one).backgroundColor) * opacity : 0;
      if (alpha > 0.99 || (isSolid(one) && opacity === 1)) return letsThrough(one) ? "pane" : "cover";
      if (alpha > 0.5 || isSolid(one)) seen = "shade";
    }
    return "none";
  }
  const pointsOf = (rects, shares) =>
    rects.flatMap((rect) => shares.map(([x, y]) => ({ x: rect.left + rect.width * x, y: rect.top + rect.height * y })));
  function* everyPoint({ left, top, right, bottom }) {
    for (let x = Math.max(0, left + 0.5); x < Math.min(right, innerWidth); x += FINE)
      for (let y = Math.max(0, top + 0.5); y < Math.min(bottom, innerHeight); y += FINE) yield { x, y };
  }

  function rectsOf(node, from, to) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  }
  /** The number of the block that contains a text. Its words are read in order. */
  const blocks = new Map();
  function blockOf(node) {
    const block = path(around(node)).find((at) => !/^(inline|contents|ruby)/.test(getComputedStyle(at).display));
    if (!blocks.has(block)) blocks.set(block, blocks.size);
    return blocks.get(block);
  }

  /** All parts of the `doubtful` words are tested before they count as hidden. */
  function look(doubtful) {
    const must = [];
    const mustNot = [];
    const canRead = (owners, points) =>
      points.length > 0 && points.every(({ x, y }) => seenAt(owners, x, y) === "text");
    const isNothing = (owners) => (points) => points.every(({ x, y }) => /none|cover/.test(seenAt(owners, x, y)));
    const isUnseen = (owners, rects, words) =>
      isNothing(owners)(pointsOf(rects, MANY)) &&
      (!words.some(([word]) => doubtful.includes(word)) ||
        rects.map((rect) => [...everyPoint(rect)]).every(isNothing(owners)));
    /** Adds the words of one text, each with its boxes; `rects` are those of the whole text. */
    const add = (words, node, parent, rects) => {
      const owners = ownersOf(parent);
      const { visibility, color } = getComputedStyle(parent);
      if (isUnseen(owners, rects, words)) {
        // The clipping of content without pointer events is unknown.
        if (!letsThrough(parent)) mustNot.push(...words.map(([word]) => word));
        return;
      }
      if (visibility !== "visible" || isSkipped(parent) || opacityOf(parent) < 0.3 || alphaOf(color) < 0.5) return;
      for (const [word, boxes] of words) {
        if (boxes.some(({ width, height }) => width < 8 || height < 7)) continue;
        const points = pointsOf(boxes, FEW);
        if (canRead(owners, points))
          must.push({ word, block: blockOf(node), points: points.map(({ x, y }) => [x, y]) });
      }
    };
    const sheets = [document, ...roots.values()].map((root) => {
      const sheet = document.createElement("style");
      sheet.textContent = "*, *::before, *::after { pointer-events: auto !important }";
      (root.body ?? root).append(sheet);
      return sheet;
    });
    for (const node of nodes(document.body)) {
      if (node.nodeType === 3) {
        const words = [...node.data.matchAll(WORD)].map(({ 0: word, index }) => [
          word,
          rectsOf(node, index, index + word.length),
        ]);
        if (words.length > 0) add(words, node, around(node), rectsOf(node, 0, node.data.length));
      } else if (node.dataset.content) {
        const rects = [...node.getClientRects()];
        add([[node.dataset.content, rects]], node, node, rects);
      }
    }
    for (const sheet of sheets) sheet.remove();
    return { must, mustNot };
  }
  addEventListener("message", ({ data, source }) => {
    if (!data.doubtful) return;
    let result;
    try {
      result = look(data.doubtful);
    } catch (error) {
      result = { error: error.stack };
    }
    source.postMessage({ result }, "*");
  });

  /** The readable words of a frame are those in the visible parts of the frame. */
  async function lookInto(frame, doubtful) {
    const answer = new Promise((resolve) => {
      setTimeout(() => resolve({ error: `no answer of ${frame.outerHTML} in ${frame.parentNode.nodeName}` }), 3000);
      addEventListener("message", function onMessage({ data, source }) {
        if (source !== frame.contentWindow || !data.result) return;
        removeEventListener("message", onMessage);
        resolve(data.result);
      });
    });
    frame.contentWindow.postMessage({ doubtful }, "*");
    const { must, mustNot, error } = await answer;
    if (error) throw new Error(error);
    const { left, top } = frame.getBoundingClientRect();
    const isLight = opacityOf(frame) >= 0.3 && getComputedStyle(frame).visibility === "visible";
    const isStraight = path(frame).every(
      (at) => getComputedStyle(at).transform === "none" && getComputedStyle(at).zoom === "1",
    );
    const edge = frame.clientLeft;
    const isSeen = ([x, y]) => seenAt([frame], left + edge + x, top + frame.clientTop + y) === "text";
    return { must: isLight && isStraight ? must.filter(({ points }) => points.every(isSeen)) : [], mustNot };
  }

  return {
    async look(doubtful = []) {
      const all = { ...look(doubtful) };
      const frames = [...nodes(document.body)].filter(
        (one) => one.localName === "iframe" && one.getClientRects().length,
      );
      for (const [n, frame] of frames.entries()) {
        const { must, mustNot } = await lookInto(frame, doubtful);
        all.must.push(...must.map((one) => ({ ...one, block: `frame ${n} ${one.block}` })));
        all.mustNot.push(...mustNot);
      }
      return { must: all.must.map(({ word, block }) => [word, block]), mustNot: all.mustNot };
    },
  };
})();
