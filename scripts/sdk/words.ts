/** Names and sentences, as the writers of the SDKs need them. Pure. */

export function camel(name: string): string {
  return name.replace(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function pascal(name: string): string {
  return name.slice(0, 1).toUpperCase() + camel(name).slice(1);
}

export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

export function snake(name: string): string {
  return name
    .replaceAll("-", "_")
    .replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a}_${b.toLowerCase()}`);
}

export function sentence(text: string): string {
  return text === "" || /[.!?:]$/.test(text) ? text : `${text}.`;
}

/** Lines of at most `width` characters. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
