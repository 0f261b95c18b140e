import type { ReactNode } from 'react';

/** Characters that are not seen, or that change how others are seen: controls, marks of direction, invisible ones. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Such characters in a text of several lines: line feeds and tabs are none. */
const UNSEEN_IN_LINES = /(?![\n\t])[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Text of strangers: as text only, in its own direction, with control characters shown. */
export function Foreign({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  return (
    <bdi className={`foreign ${className}`} dir="auto">
      {shownCharacters(text)}
    </bdi>
  );
}

/** Text in which unseen characters are shown by their codes; line breaks and tabs become spaces. */
export function shownCharacters(text: string): ReactNode {
  return withCodes(text.replaceAll(/[\r\n\t]+/g, ' '), UNSEEN);
}

/** Text of several lines, which stay lines, with unseen characters as their codes. */
export function shownLines(text: string): ReactNode {
  return withCodes(text.replaceAll(/\r\n?/g, '\n'), UNSEEN_IN_LINES);
}

function withCodes(plain: string, unseen: RegExp): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: found, index } of plain.matchAll(unseen)) {
    parts.push(plain.slice(from, index));
    parts.push(
      <span key={index} className="control-character">
        {`U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`}
      </span>,
    );
    from = index + found.length;
  }
  return parts.length === 0 ? plain : [...parts, plain.slice(from)];
}
