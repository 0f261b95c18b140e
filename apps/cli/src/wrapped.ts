// The width of terminals, and prose that is broken to fit it.
import stringWidth from 'string-width';

/** Width of the terminal that a stream writes to, in cells; infinite if it writes to none. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? stream.columns || DEFAULT_WIDTH : Infinity;
}

/** Width of a terminal that does not tell its own. */
const DEFAULT_WIDTH = 80;

/**
 * Breaks the lines of a text at spaces so that they fit the terminal; what is quoted, such as a command to copy, stays in one
 * line if it fits into one. Further lines of a line are indented as it is.
 */
export function wrapped(text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return wrappedTo(text, widthOf(stream));
}

/** @param width in cells */
export function wrappedTo(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (stringWidth(line) <= width ? [line] : wrappedLines(line, width)))
    .join('\n');
}

function wrappedLines(line: string, width: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const available = width - indent.length;
  const words = (line.match(/(?:"[^"]*"|\S)+/g) ?? []).flatMap((word) =>
    stringWidth(word) <= available ? [word] : word.split(' '),
  );
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = `${last ?? ''} ${word}`;
    if (last !== undefined && stringWidth(longer) <= available) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((one) => indent + one);
}

/** A text after its head; its further lines begin under its first one. */
export function hanging(head: string, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const indent = stringWidth(head);
  const [first = '', ...further] = wrappedTo(text, widthOf(stream) - indent).split('\n');
  return [head + first, ...further.map((line) => ' '.repeat(indent) + line)].join('\n');
}
