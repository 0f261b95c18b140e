import { LANGUAGE_CODES } from '@sitegrep/site';
import { indonesianOrMalay, languageByLetters, languageByScript } from './deciding-letters.ts';
import { languageByWords } from './function-words.ts';
import type { LanguageDetector } from '../language-model/detector.ts';

/**
 * Country codes that pages use by mistake for a language. None is the code of a language that pages are written
 * in.
 */
const MISTAKEN: Readonly<Record<string, string>> = {
  cn: 'zh',
  cz: 'cs',
  dk: 'da',
  gr: 'el',
  jp: 'ja',
  kr: 'ko',
  ua: 'uk',
  vn: 'vi',
};

/**
 * Codes that are not mapped: CLDR maps Tagalog to the three-letter code of Filipino, but ISO 639-1 has a code
 * for it.
 */
const OWN_CODES: Readonly<Record<string, string>> = { tl: 'tl', tgl: 'tl', fil: 'tl' };

/**
 * ISO 639-1 code of a language tag: `de-AT`, `zh_Hant_TW`, `eng`, `ger`, `iw`, `jp`. Withdrawn and three-letter codes
 * (terminological and bibliographic) are mapped by CLDR's aliases, which come with the runtime.
 *
 * @returns null if the tag names no language that has a two-letter code
 */
export function isoLanguage(tag: string): string | null {
  const primary = /^\s*([a-z]{2,3})(?:[-_][a-z0-9_-]*)?\s*$/i.exec(tag.slice(0, 100))?.[1]?.toLowerCase();
  if (primary === undefined) return null;
  let code = CODES.get(primary);
  if (code === undefined) {
    const known = OWN_CODES[primary] ?? MISTAKEN[primary] ?? new Intl.Locale(primary).language;
    code = LANGUAGE_CODES.has(known) ? known : null;
    CODES.set(primary, code);
  }
  return code;
}

/** Codes by two or three letters, which are few. The runtime takes long for each. */
const CODES = new Map<string, string | null>();

/** Declarations of a page's language. A list (`de, en`) counts as its first known entry. */
export interface LanguageDeclarations {
  readonly htmlLang: string | null;
  readonly htmlXmlLang: string | null;
  /** `meta http-equiv=content-language`, and `meta name=language`. */
  readonly contentLanguageMetas: readonly string[];
  readonly contentLanguageHeaders: readonly string[];
  /** `hreflang` of the alternate link to the page itself. */
  readonly ownHreflang: string | null;
  readonly ogLocales: readonly string[];
}

/** The first declaration that names a known language, in the order of the fields above. */
export function declaredLanguage(declared: LanguageDeclarations): string | null {
  return firstLanguage([
    declared.htmlLang,
    declared.htmlXmlLang,
    ...declared.contentLanguageMetas,
    ...declared.contentLanguageHeaders,
    declared.ownHreflang,
    ...declared.ogLocales,
  ]);
}

/** The first known language of some tags. */
export function firstLanguage(tags: readonly (string | null)[]): string | null {
  for (const tag of tags) {
    for (const entry of tag?.slice(0, 1_000).split(/[,;]/) ?? []) {
      const language = isoLanguage(entry);
      if (language !== null) return language;
    }
  }
  return null;
}

/**
 * Bytes of one piece. The detector reads only about the first 350 UTF-8 bytes of its input, so several pieces
 * are judged. Shorter pieces take less time and give equally good results.
 */
const PIECE_BYTES = 240;
/**
 * Starts of the pieces, as fractions of the text. The most informative come first, so that two agreeing pieces
 * usually suffice.
 */
const PIECE_STARTS = [0.2, 0.6, 0, 0.8, 0.4];
/** Minimum letters for a reliable result, vowel signs among them; letters of Chinese, Japanese and Korean count three times. */
const MIN_LETTERS = 20;

/**
 * Languages that the detector reports as a close relative, since its model has none of them. The page's declaration decides
 * between them.
 */
const RELATIVES: Readonly<Record<string, readonly string[]>> = {
  am: ['ti'],
  ca: ['oc'],
  de: ['lb'],
  es: ['gl'],
  fr: ['oc', 'wa'],
  he: ['yi'],
  hi: ['ne', 'sa'],
  hr: ['bs', 'sr'],
  it: ['co', 'la', 'rm', 'sc'],
  mr: ['ne', 'sa'],
  ms: ['id', 'jv', 'su'],
  nl: ['af', 'fy', 'li'],
  no: ['nb', 'nn'],
  pt: ['gl'],
  sr: ['bs'],
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
  if (!hasLetters(text.slice(0, 300))) return null;
  const reported = mostlyDetected(text, declared, detect);
  const byLetters = reported === null ? null : languageByLetters(reported, text);
  if (reported !== null && byLetters === null) return null;
  // Words of a neighbour without a model do not outweigh what the page declares and the detector finds.
  const isKnown = byLetters !== null && byLetters === declared;
  const detected = (isKnown ? byLetters : languageByWords(byLetters, text)) ?? languageByScript(text);
  if (detected === null) return null;
  if (declared !== null && RELATIVES[detected]?.includes(declared) === true) return declared;
  return detected === 'ms' && declared !== 'ms' ? indonesianOrMalay(text) : detected;
}

/**
 * The language of most pieces of a text. Names and menus in a piece mislead the detector, so another language than the declared one
 * needs one piece more, and two pieces are enough for the declared one if no other language has more.
 */
function mostlyDetected(text: string, declared: string | null, detect: LanguageDetector): string | null {
  const pieces = piecesOf(text);
  const votes = new Map<string, number>();
  for (const [index, piece] of pieces.entries()) {
    const { language, isReliable } = detect(piece, declared);
    if (language === null || !isReliable) continue;
    const count = (votes.get(language) ?? 0) + 1;
    const least = declared === null || language === declared ? 2 : 3;
    // A language needs more than half of the pieces that were read so far, and several pieces if there are some.
    if (count * 2 > index + 1 && count >= Math.min(least, pieces.length)) return language;
    votes.set(language, count);
  }
  const ofDeclared = declared === null ? 0 : (votes.get(declared) ?? 0);
  return ofDeclared > 1 && ofDeclared >= Math.max(...votes.values()) ? declared : null;
}

function hasLetters(text: string): boolean {
  let count = 0;
  for (const [letter] of text.matchAll(/[\p{L}\p{M}]/gu)) {
    count += /[\u3040-\u9fff\uac00-\ud7af]/.test(letter) ? 3 : 1;
    if (count >= MIN_LETTERS) return true;
  }
  return false;
}

/** The text itself if it is not longer than two pieces, else five pieces of it. */
function piecesOf(text: string): readonly string[] {
  const length = Math.ceil((PIECE_BYTES * text.length) / Buffer.byteLength(text, 'utf8'));
  if (text.length <= 2 * length) return [text];
  return PIECE_STARTS.map((fraction) => {
    const start = Math.floor(fraction * (text.length - length));
    return text.slice(start, start + length).toWellFormed();
  });
}
