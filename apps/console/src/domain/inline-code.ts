// Scripts and styles within HTML, indented for reading, in bounded time and memory. A thread loads it when it is wanted.
import beautify from 'js-beautify';
import { INDENT, type IndentContent } from './pretty.ts';
import { isSpaced } from './printed-matches.ts';

/** Characters of one script or style, and milliseconds for all of a page, beyond which they stay as they are. */
const MAX_LENGTH = 262_144;
const MAX_MS = 4_000;
/** Levels of brackets, and of statements within each other without any: each level indents all lines below it. */
const MAX_NESTED = 150;
const NESTED_STATEMENTS = new RegExp(
  String.raw`(?:\b(?:(?:if|for|while|with)\s*\([^(){}]*\)|(?:do|else)\b|(?:var|let|const)\s+[\w$]+\s*,)\s*){${MAX_NESTED}}`,
);

/** Types of scripts that are scripts, or JSON, which is written as scripts are. */
const CODE =
  /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script|application\/(?:[\w.-]+\+)?json)$/;

export interface InlineCode {
  readonly indent: IndentContent;
  /** How many scripts and styles stay as they are. */
  readonly leftCount: () => number;
}

export function inlineCode(): InlineCode {
  const until = performance.now() + MAX_MS;
  let left = 0;
  return {
    leftCount: () => left,
    indent(element, startTag, content, depth) {
      if (content.trim() === '' || (element === 'script' && !CODE.test(typeIn(startTag)))) return null;
      const isTooMuch = content.length > MAX_LENGTH || performance.now() > until || isNestedDeeply(content);
      const indented = isTooMuch ? null : indentedBy(element, content, depth);
      if (indented === null) left += 1;
      return indented;
    },
  };
}

/** @returns null if anything but white space would change */
function indentedBy(element: string, content: string, depth: number): string | null {
  const options = { indent_size: INDENT.length, indent_level: depth, end_with_newline: false };
  try {
    const text = element === 'style' ? beautify.css(content, options) : beautify.js(content, options);
    return isSpaced(content, text) ? text : null;
  } catch (error) {
    // More than a stack or a text can hold.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The type of a script, in lower case; empty: that of scripts. */
function typeIn(startTag: string): string {
  const [, double, single, bare] = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(startTag) ?? [];
  return (double ?? single ?? bare ?? '').split(';', 1).join('').trim().toLowerCase();
}

function isNestedDeeply(content: string): boolean {
  let depth = 0;
  for (const [bracket] of content.matchAll(/[{}()[\]]/g)) {
    depth = '{(['.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_NESTED) return true;
  }
  return NESTED_STATEMENTS.test(content);
}
