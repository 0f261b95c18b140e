// Letters that only some languages have. The detector's model knows some sixty languages and gives others the name of a
// neighbour in the same script; where the letters of a text belong to another language, they decide.

interface Rule {
  /** Languages that the detector reports for such texts; null for any. */
  readonly reported: ReadonlySet<string> | null;
  /** Letters of which the text has some. */
  readonly letters: string;
  /** Further letters of which it has some, too. */
  readonly and?: string;
  /** Letters of which it has not one. */
  readonly without?: string;
  /** ISO 639-1 code; null if several languages without one, or of one alphabet, have these letters. */
  readonly language: string | null;
}

const CYRILLIC: ReadonlySet<string> = new Set(['be', 'bg', 'ru', 'sr', 'uk']);
const ARABIC: ReadonlySet<string> = new Set(['ar', 'fa', 'ur']);

/** The first that applies decides. */
const RULES: readonly Rule[] = [
  { reported: CYRILLIC, letters: 'ӕ', language: 'os' },
  { reported: CYRILLIC, letters: 'ҧҩҟ', language: 'ab' },
  { reported: CYRILLIC, letters: 'ӑӗӳ', language: 'cv' },
  { reported: CYRILLIC, letters: 'ҙ', and: 'ҫ', language: 'ba' },
  // Sakha, Mari, Altai, Komi, Khakas, and languages of the Caucasus.
  { reported: CYRILLIC, letters: 'ҕҥӧӱӓӏӷӈӄ', language: null },
  { reported: CYRILLIC, letters: 'ѓќѕ', language: 'mk' },
  { reported: CYRILLIC, letters: 'ӣӯҷ', language: 'tg' },
  { reported: CYRILLIC, letters: 'ҳ', and: 'ў', without: 'ә', language: 'uz' },
  { reported: CYRILLIC, letters: 'ә', and: 'җ', language: 'tt' },
  { reported: CYRILLIC, letters: 'ұ', language: 'kk' },
  { reported: CYRILLIC, letters: 'қғң', and: 'і', language: 'kk' },
  { reported: CYRILLIC, letters: 'ң', and: 'өү', without: 'әғқ', language: 'ky' },
  { reported: CYRILLIC, letters: 'өү', without: 'әңһғқ', language: 'mn' },
  { reported: CYRILLIC, letters: 'әғқңөүһҳ', language: null },
  { reported: ARABIC, letters: 'ڳڄڃٻڀٺڌ', language: 'sd' },
  { reported: ARABIC, letters: 'ښځڅۍ', language: 'ps' },
  { reported: ARABIC, letters: 'ۈۋ', language: 'ug' },
  { reported: ARABIC, letters: 'ڕڵێ', language: 'ku' },
  { reported: null, letters: 'ĉĝĵŝŭ', language: 'eo' },
  { reported: new Set(['is']), letters: 'ø', language: 'fo' },
  { reported: new Set(['tr']), letters: 'ň', and: 'ž', language: 'tk' },
  { reported: new Set(['tr']), letters: 'ñ', language: null },
];

/** Any letter of a rule; most texts have none. */
const DECIDING = new RegExp(`[${RULES.map(({ letters }) => letters).join('')}]`);

/** Characters of a text that are read. */
const READ = 2_000;
/** Minimum share of the letters that decide, so that a name or a quotation does not. */
const MIN_SHARE = 0.005;
const MIN_LETTERS = 3;

/**
 * The language of a text after its letters.
 *
 * @param reported ISO 639-1 code that the detector gives
 * @returns null if the text is in another language, which is not known
 */
export function languageByLetters(reported: string, text: string): string | null {
  const read = text.slice(0, READ).toLowerCase();
  if (!DECIDING.test(read)) return reported;
  const counts = new Map<string, number>();
  let all = 0;
  for (const letter of read) {
    // No rule has a letter of ASCII.
    if (letter <= '\x7f') {
      if (letter >= 'a' && letter <= 'z') all++;
      continue;
    }
    all++;
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const least = Math.max(MIN_LETTERS, all * MIN_SHARE);
  const has = (letters: string): boolean =>
    Array.from(letters).reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0) >= least;
  for (const rule of RULES) {
    if (rule.reported !== null && !rule.reported.has(reported)) continue;
    if (!has(rule.letters) || (rule.and !== undefined && !has(rule.and))) continue;
    if (Array.from(rule.without ?? '').some((letter) => counts.has(letter))) continue;
    return rule.language;
  }
  return reported;
}

/** Words that only one of the two has. */
const MALAY =
  /\b(?:bahawa(?:sanya)?|sebarang|mestilah|sekiranya|manakala|kerana|ialah|iaitu|hendaklah|sahaja|awak|syarikat|percuma|telefon|pelbagai|mahu|wang|universiti|kualiti|aktiviti|komuniti|maklumat|perkhidmatan|selepas|polis|berkenaan|pengurusan|julai|ogos|kakitangan|basikal|kedai|bandar)\b/gi;
const INDONESIAN =
  /\b(?:bahwa|karena|yaitu|bisa|saja|sebuah|silakan|perusahaan|gratis|telepon|namun|merupakan|pemerintah|kantor|uang|mobil|universitas|kualitas|aktivitas|komunitas|informasi|layanan|setelah|polisi|agustus|juli|juni|maret|kota|tersebut)\b/gi;

/** Which of Indonesian and Malay a text is in, which the detector can't tell: Indonesian, unless words say otherwise. */
export function indonesianOrMalay(text: string): 'id' | 'ms' {
  const read = text.slice(0, READ);
  return (read.match(MALAY)?.length ?? 0) > (read.match(INDONESIAN)?.length ?? 0) ? 'ms' : 'id';
}

/** Minimum share of kana among East Asian letters for Japanese; in Chinese a の or a name is rarer. */
const MIN_KANA = 0.1;

/** Scripts that one language is written in, or hardly any others. */
const SCRIPTS: readonly (readonly [script: string, language: string])[] = [
  ['Hebrew', 'he'],
  ['Greek', 'el'],
  ['Thai', 'th'],
  ['Georgian', 'ka'],
  ['Armenian', 'hy'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
  ['Gujarati', 'gu'],
  ['Gurmukhi', 'pa'],
  ['Sinhala', 'si'],
  ['Khmer', 'km'],
  ['Lao', 'lo'],
];
/** Ligatures and pointed letters that Yiddish has, and Hebrew hardly ever. */
const YIDDISH = /[\u05f0-\u05f2\ufb2e\ufb2f]|\u05d0[\u05b7\u05b8]/g;
const OF_SCRIPTS = SCRIPTS.map(
  ([script, language]) => [new RegExp(String.raw`\p{Script=${script}}`, 'gu'), language] as const,
);

/**
 * The language of a text after the script that it is written in for the most part, among names and brands in other letters. A letter
 * of Chinese, Japanese and Korean counts as three, since it is a syllable or a word.
 *
 * @returns null for a text in letters that several languages share
 */
export function languageByScript(text: string): string | null {
  const read = text.slice(0, READ);
  const letters = countOf(read, /\p{L}/gu);
  return eastAsianLanguage(read, letters) ?? languageOfScript(read, letters);
}

function eastAsianLanguage(text: string, letters: number): 'ja' | 'ko' | 'zh' | null {
  const han = countOf(text, /[\u3400-\u9fff]/g);
  const kana = countOf(text, /[\u3040-\u30ff\uff66-\uff9f]/g);
  const hangul = countOf(text, /[\uac00-\ud7af]/g);
  const eastAsian = han + kana + hangul;
  if (eastAsian === 0 || 3 * eastAsian < letters - eastAsian) return null;
  if (hangul * 2 > eastAsian) return 'ko';
  return kana >= MIN_KANA * eastAsian ? 'ja' : 'zh';
}

function languageOfScript(text: string, letters: number): string | null {
  const language = OF_SCRIPTS.find(([letter]) => countOf(text, letter) * 2 > letters)?.[1] ?? null;
  return language === 'he' && countOf(text, YIDDISH) >= MIN_LETTERS ? 'yi' : language;
}

function countOf(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}
