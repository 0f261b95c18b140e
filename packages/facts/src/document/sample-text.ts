import { foldWhiteSpace } from '@sitegrep/html';

/** Minimum length of prose, as opposed to menu entries and buttons. */
const PROSE_CHARACTERS = 40;
/** Maximum characters of a sample; enough for a dozen pieces. */
const MAX_SAMPLE = 6_000;
const MAX_REST = 2_000;
/** Minimum prose; with less, short runs are added as well. */
const ENOUGH_PROSE = 400;

/**
 * Collects a sample of a page's visible text: at most 6,000 characters, white space folded. Prose comes first, because
 * menus are full of names and loan words.
 */
export function sampleText() {
  let prose = '';
  let rest = '';
  return {
    add: (run: string): void => {
      if (prose.length >= MAX_SAMPLE) return;
      const folded = foldWhiteSpace(run.slice(0, MAX_SAMPLE));
      if (weight(folded) >= PROSE_CHARACTERS) prose += `${folded} `;
      else if (rest.length < MAX_REST && folded !== '') rest += `${folded} `;
    },
    text: (): string =>
      (prose.length >= ENOUGH_PROSE ? prose : prose + rest).slice(0, MAX_SAMPLE).toWellFormed(),
  };
}

/**
 * Length of a text; characters of scripts that write a syllable or word with one character count three times.
 */
function weight(text: string): number {
  return text.length >= PROSE_CHARACTERS || !/[\u3040-\u9fff\uac00-\ud7af]/.test(text)
    ? text.length
    : text.length * 3;
}
