import { foldWhiteSpace } from './text.ts';

/** A run of text this long is prose rather than a menu entry or a button. */
const PROSE_CHARACTERS = 40;
/** Enough for a dozen looks at the text. */
const MAX_SAMPLE = 6_000;
const MAX_REST = 2_000;
/** With less prose than this the short runs are taken in as well. */
const ENOUGH_PROSE = 400;

/** Keeps a bounded sample of a page's visible text: prose first, since menus are full of names and loan words. */
export interface TextSample {
  add(run: string): void;
  /** At most 6,000 characters, white space folded. */
  text(): string;
}

export function sampleText(): TextSample {
  let prose = '';
  let rest = '';
  return {
    add: (run) => {
      if (prose.length >= MAX_SAMPLE) return;
      const folded = foldWhiteSpace(run.slice(0, MAX_SAMPLE));
      if (weight(folded) >= PROSE_CHARACTERS) prose += `${folded} `;
      else if (rest.length < MAX_REST && folded !== '') rest += `${folded} `;
    },
    text: () => (prose.length >= ENOUGH_PROSE ? prose : prose + rest).slice(0, MAX_SAMPLE).toWellFormed(),
  };
}

/** Characters, those of scripts that write a syllable or word with one counted thrice. */
function weight(text: string): number {
  return text.length >= PROSE_CHARACTERS || !/[\u3040-\u9fff\uac00-\ud7af]/.test(text)
    ? text.length
    : text.length * 3;
}
