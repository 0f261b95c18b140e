import { eld } from 'eld/small';

/** The detector reads about this many UTF-8 bytes of what it is given, so a text is judged by several pieces of it. */
const PIECE_BYTES = 350;
const MAX_PIECES = 6;
/** Fewer letters than this say nothing dependable. */
const MIN_LETTERS = 40;
/** Share of the pieces that must agree. */
const MAJORITY = 0.6;

/**
 * The language a text is written in.
 *
 * @param text white space folded
 * @returns ISO 639-1 code, or null if the text is too short or its pieces don't agree
 */
export function detectContentLanguage(text: string): string | null {
  const votes = new Map<string, number>();
  const pieces = spread(text);
  for (const piece of pieces) {
    const result = eld.detect(piece);
    if (result.language !== '' && result.isReliable())
      votes.set(result.language, (votes.get(result.language) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] >= pieces.length * MAJORITY ? best[0] : null;
}

/** Up to six pieces at even distances; none if there are too few letters. */
function spread(text: string): readonly string[] {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const wide = /[\u3040-\u9fff\uac00-\ud7af]/.test(text);
  if (letters < (wide ? MIN_LETTERS / 2 : MIN_LETTERS)) return [];
  const length = Math.ceil((PIECE_BYTES * text.length) / Buffer.byteLength(text, 'utf8'));
  const count = Math.min(MAX_PIECES, Math.max(1, Math.floor(text.length / length)));
  const stride = Math.floor((text.length - length) / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * stride, index * stride + length + 50).toWellFormed(),
  );
}
