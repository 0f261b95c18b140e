import type { QueryFault } from './syntax-fault.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

const CODE_POINT = /^\\u\{([0-9a-f]{1,6})\}/i;

/** The text that a quoted one stands for; or the first escape that means nothing. @param quoted with its quotes */
export function readQuoted(quoted: string): string | QueryFault {
  const end = quoted.length - 1;
  let text = '';
  for (let at = 1; at < end; at++) {
    const character = quoted[at] ?? '';
    if (character !== '\\') {
      text += character;
      continue;
    }
    const escaped = ESCAPES.get(quoted[at + 1] ?? '');
    if (escaped !== undefined) {
      text += escaped;
      at += 1;
      continue;
    }
    const hex = CODE_POINT.exec(quoted.slice(at, end));
    const code = hex === null ? NaN : Number.parseInt(hex[1] ?? '', 16);
    if (hex === null || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      const written = hex?.[0] ?? quoted.slice(at, at + 2);
      return {
        at,
        problem: `${written} is not an escape`,
        remedy: String.raw`use \", \', \\, \n, \r, \t or \u{…} with the number of a character, or \\ for a backslash`,
      };
    }
    text += String.fromCodePoint(code);
    at += hex[0].length - 1;
  }
  return text;
}
