/** Keeps the keyboard focus when the focused element is removed. */

/** Moves the keyboard focus to the content, without scrolling. */
export function toMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * Watches the page from now on. When the focused element is removed, the first button of the closest ancestor with
 * `data-keeps-keyboard` gets the focus, otherwise the content.
 */
export function keepKeyboard(): void {
  let path: Element[] = [];
  document.addEventListener("focusin", ({ target }) => {
    path = ancestors(target as Element);
  });
  new MutationObserver(() => {
    const [focused] = path;
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const keeper = path.find((one) => one.isConnected && one.matches("[data-keeps-keyboard]"));
    const button = keeper?.querySelector("button");
    path = [];
    if (button) button.focus({ preventScroll: true });
    else toMain();
  }).observe(document.body, { childList: true, subtree: true });
}

/** The element and its ancestors, innermost first. */
function ancestors(element: Element | null): Element[] {
  return element === null ? [] : [element, ...ancestors(element.parentElement)];
}
