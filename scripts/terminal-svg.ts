/** Draws what was typed and printed in a terminal as an SVG that plays once and then stays. */

const WIDTH = 860;
const LINE = 18;
const MARGIN = 22;
const TOP = 44;
/** Characters that fit into a line. */
const COLUMNS = 100;
/** The pause before a command, and before what it prints, in seconds. */
const TYPING = 1.1;
const ANSWER = 0.4;

const STYLE = `text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#c9d1d9}
.c{fill:#7ee787;font-weight:600}.i{fill:#79c0ff}
g{opacity:0;animation:show .2s forwards}@keyframes show{to{opacity:1}}
@media (prefers-reduced-motion:reduce){g{opacity:1;animation:none}}`;

/** @param scenes command lines in the order in which they were typed, each with what it printed */
export function terminalSvg(scenes: readonly { line: string; output: string }[]): string {
  let y = TOP;
  let seconds = 0;
  const parts = scenes.map(({ line, output }) => {
    seconds += TYPING;
    const typed = block([`$ ${line}`], "c");
    seconds += ANSWER;
    const printed = block(output.split("\n"), "");
    y += LINE / 2;
    return typed + printed;
  });
  function block(lines: readonly string[], kind: string): string {
    const texts = lines.flatMap(wrapped).map((text) => {
      y += LINE;
      return `<text x="${MARGIN}" y="${y}"${kind ? ` class="${kind}"` : ""}>${coloured(text)}</text>`;
    });
    return `<g style="animation-delay:${seconds.toFixed(1)}s">${texts.join("")}</g>\n`;
  }
  const height = y + MARGIN;
  const dots = ["#ff5f56", "#ffbd2e", "#27c93f"].map(
    (fill, n) => `<circle cx="${22 + n * 20}" cy="20" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>svc in a terminal: open a page, read its state, fill in its form, send it</title>
<style>${STYLE}</style>
<rect width="${WIDTH}" height="${height}" rx="10" fill="#0d1117"/>
${dots.join("")}
${parts.join("")}</svg>
`;
}

function wrapped(line: string): string[] {
  return line.match(new RegExp(`.{1,${COLUMNS}}`, "gu")) ?? [""];
}

/** Indices of elements stand out. */
function coloured(text: string): string {
  return Bun.escapeHTML(text).replace(/\[\d+\]/g, (index) => `<tspan class="i">${index}</tspan>`);
}
