import type { Answer } from './operations.ts';

/** Number of results of an answer; null: it is one thing, and has none. */
export function countOf(answer: Answer): number | null {
  switch (answer.kind) {
    case 'web':
    case 'videos':
      return answer.data.result.length;
    case 'suggestions':
      return answer.data.result.reduce((sum, { items }) => sum + items.length, 0);
    case 'video':
      return null;
  }
}

/** Characters that JSON leaves as they are although they are not seen, or change how others are seen. */
const UNSEEN = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** JSON in which every character is seen. */
export function withUnseenEscaped(json: string): string {
  return json.replaceAll(
    UNSEEN,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
