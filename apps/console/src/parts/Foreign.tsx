import type { ReactNode } from 'react';

/** Characters that are not seen, or that change how others are seen: controls, marks of direction, invisible ones. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

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
  const plain = text.replaceAll(/[\r\n\t]+/g, ' ');
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: found, index } of plain.matchAll(UNSEEN)) {
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
