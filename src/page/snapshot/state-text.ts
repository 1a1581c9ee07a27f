/** Formats a state as text: header lines, then the tree. */

import { shorten } from "../../lib/shorten.ts";
import type { PageState } from "./model.ts";
import { ALL_NEW } from "./state.ts";

/** The line `scroll: 700 px above, 1580 px below`; none if the whole page is in view. */
function scrollLine({ viewport, page, scroll }: PageState): string[] {
  if (!viewport || !page || !scroll) return [];
  const sides = {
    above: scroll.y,
    below: page.height - viewport.height - scroll.y,
    left: scroll.x,
    right: page.width - viewport.width - scroll.x,
  };
  const outside = Object.entries(sides).filter(([, pixels]) => pixels > 0);
  return outside.length === 0 ? [] : [`scroll: ${outside.map(([side, pixels]) => `${pixels} px ${side}`).join(", ")}`];
}

export function stateText(state: PageState): string {
  const { tab, dialog } = state;
  const header = state.no_header
    ? []
    : [
        `url: ${shorten(state.url, MAX_HEADER)}`,
        `title: ${shorten(state.title, MAX_HEADER)}`,
        ...(state.status === undefined || state.status < 400 ? [] : [`status: ${state.status}`]),
        ...(state.errors
          ? [
              `errors: ${state.errors.count} uncaught in scripts, the first: ${state.errors.first}; see \`svc get errors\``,
            ]
          : []),
        ...(state.permissions ?? []).map(({ text }) => `permission: ${text}`),
        ...(tab.count > 1 ? [`tab: ${tab.index} of ${tab.count}`] : []),
        ...scrollLine(state),
        ...(state.all_new ? [`diff: ${ALL_NEW[state.all_new]}`] : []),
        ...(dialog ? [`dialog: ${dialog.type} ${JSON.stringify(shorten(dialog.message, MAX_HEADER))} is open`] : []),
      ];
  const body = state.tree === "" ? [`(${state.nothing})`] : [state.tree];
  const end = state.cut
    ? [`… not shown: ${state.cut.reason}. See more with \`svc state --all\`, --grep <text> or --role <role>.`]
    : [];
  return [...header, ...body, ...end].join("\n");
}

/** Limit of addresses, titles and messages in characters: an address may contain a whole file. `get url` and `get title` print all. */
const MAX_HEADER = 1_000;
