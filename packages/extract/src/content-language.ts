import type { LanguageDetector } from './language-model/detector.ts';

/**
 * The detector reads only the first 350 UTF-8 bytes or so of what it is given, so a text is judged by several pieces.
 * Shorter ones take less time and are judged as well.
 */
const PIECE_BYTES = 240;
/** Where the pieces begin, as parts of the text; those first that say most, so that two that agree are mostly enough. */
const PLACES = [0.2, 0.6, 0, 0.8, 0.4];
/** Fewer letters than this say nothing dependable; those of Chinese, Japanese and Korean count thrice. */
const MIN_LETTERS = 40;

/** Languages that the detector has under the name of a close relative; the page's own word decides between them. */
const RELATIVES: Readonly<Record<string, readonly string[]>> = {
  ms: ['id'],
  no: ['nb', 'nn'],
  hr: ['bs', 'sr'],
};

/**
 * The language a text is written in.
 *
 * @param text white space folded
 * @param declared ISO 639-1 code of the language the page declares
 * @param detect judges a piece of it
 * @returns ISO 639-1 code, or null if the text is too short or its pieces don't agree
 */
export function contentLanguageOf(
  text: string,
  declared: string | null,
  detect: LanguageDetector,
): string | null {
  const detected = mostlyDetected(text, detect);
  if (detected === null || declared === null) return detected;
  return RELATIVES[detected]?.includes(declared) === true ? declared : detected;
}

function mostlyDetected(text: string, detect: LanguageDetector): string | null {
  if (!hasLetters(text.slice(0, 300))) return null;
  const pieces = piecesOf(text);
  const votes = new Map<string, number>();
  for (const [index, piece] of pieces.entries()) {
    const { language, isReliable } = detect(piece);
    if (language === null || !isReliable) continue;
    const count = (votes.get(language) ?? 0) + 1;
    // More than half of the pieces read so far, and never one against silence unless it is all there is.
    if (count * 2 > index + 1 && count >= Math.min(2, pieces.length)) return language;
    votes.set(language, count);
  }
  return null;
}

function hasLetters(text: string): boolean {
  let count = 0;
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    count += /[\u3040-\u9fff\uac00-\ud7af]/.test(letter) ? 3 : 1;
    if (count >= MIN_LETTERS) return true;
  }
  return false;
}

/** The text itself if it is no longer than two pieces, else five from all over it. */
function piecesOf(text: string): readonly string[] {
  const length = Math.ceil((PIECE_BYTES * text.length) / Buffer.byteLength(text, 'utf8'));
  if (text.length <= 2 * length) return [text];
  return PLACES.map((place) => {
    const start = Math.floor(place * (text.length - length));
    return text.slice(start, start + length).toWellFormed();
  });
}
