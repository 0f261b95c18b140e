import type { SearchEventItem } from '@sitegrep/client';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';

const LOOKS = {
  appeared: ['+', 'good'],
  disappeared: ['−', 'quiet'],
  changed: ['~', 'warning'],
} as const satisfies Record<SearchEventItem['kind'], readonly [sign: string, look: string]>;

/** A kind of event in a word, with a sign and a colour beside it. */
export function EventKind({ kind }: Pick<SearchEventItem, 'kind'>) {
  const [sign, look] = LOOKS[kind];
  return (
    <span className={look}>
      <span aria-hidden="true">{sign} </span>
      {WORDS.kinds[kind]}
    </span>
  );
}
