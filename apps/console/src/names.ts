// Codes and domains as people read them, in English. What the API takes and gives stays beside.
const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' });
const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

/** A country by its code: `Germany (DE)`. */
export function countryName(code: string): string {
  return named(COUNTRIES, code);
}

/** The name of a country alone, where codes have no room: `Germany`. */
export function countryAlone(code: string): string {
  return nameIn(COUNTRIES, code);
}

/** A language by its code: `German (de)`. */
export function languageName(code: string): string {
  return named(LANGUAGES, code);
}

function named(names: Intl.DisplayNames, code: string): string {
  const name = nameIn(names, code);
  return name === code ? code : `${name} (${code})`;
}

function nameIn(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch (error) {
    // What does not have the form of a code.
    if (error instanceof RangeError) return code;
    throw error;
  }
}

/** Beginning of a label of a domain that stands for letters of other scripts. */
const PREFIX = 'xn--';

/** A domain in its script; null: it is written as the API has it. */
export function inScript(domain: string): string | null {
  if (!domain.includes(PREFIX)) return null;
  const labels = domain
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? decoded(label.slice(PREFIX.length)) : label));
  if (!labels.every((label) => label !== null)) return null;
  const written = labels.join('.');
  // What the browser would not read as this domain is not shown as it.
  return URL.parse(`http://${written}/`)?.hostname === domain ? written : null;
}

const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128];

/** Decodes Punycode (RFC 3492, 6.2). @returns null if the text is not Punycode */
function decoded(text: string): string | null {
  const end = text.lastIndexOf('-');
  const points = Array.from(text.slice(0, Math.max(0, end)), (character) => character.codePointAt(0) ?? 0);
  let [at, code, bias, index] = [end + 1, FIRST_CODE, FIRST_BIAS, 0];
  while (at < text.length) {
    const before = index;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = digitOf(text.charAt(at++));
      if (digit === null) return null;
      index += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = points.length + 1;
    bias = adapted(index - before, count, before === 0);
    code += Math.floor(index / count);
    if (code > 0x10_ffff) return null;
    index %= count;
    points.splice(index++, 0, code);
  }
  return String.fromCodePoint(...points);
}

function digitOf(character: string): number | null {
  if (/^[a-z]$/i.test(character)) return character.toLowerCase().charCodeAt(0) - 97;
  return /^\d$/.test(character) ? Number(character) + 26 : null;
}

function adapted(distance: number, count: number, isFirst: boolean): number {
  let left = Math.floor(distance / (isFirst ? DAMP : 2));
  left += Math.floor(left / count);
  let bias = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) left = Math.floor(left / (BASE - T_MIN));
  return bias + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}
