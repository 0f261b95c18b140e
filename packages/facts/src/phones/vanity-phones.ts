// Phone numbers of North America with words for digits, in text and in links: `1-800-FLOWERS`, `(734) 668-TIME`.

/** Letters of the keys 2 to 9. */
const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Freephone numbers with a word of up to nine letters, some with digits or a hyphen in it; other numbers that end with one of four. */
const VANITY =
  /(?<![\w.-])(?:\+?1[\s.-])?(?:\(?8(?:00|33|44|55|66|77|88)\)?[\s.-](?=[\dA-Z-]{7,10}(?![\w-]))(?=(?:[\dA-Z]-?){7})(?=[\dA-Z-]{0,7}[A-Z]{3})[\dA-Z]+(?:-[\dA-Z]+){0,2}|(?:\([2-9]\d\d\)\s?|[2-9]\d\d[.-])[2-9]\d\d[.-][A-Z]{4})(?![\w-])/g;

/** Maximum numbers of a text. */
const MAX_NUMBERS = 20;

/** A number with words, as its digits with the calling code. */
interface VanityPhone {
  readonly text: string;
  /** Offset of the number as it is written. */
  readonly at: number;
  readonly end: number;
}

/** Numbers with words in a text, in its order. */
export function vanityPhones(text: string): readonly VanityPhone[] {
  return text
    .matchAll(VANITY)
    .filter(([written]) => /[A-Z]/.test(written))
    .take(MAX_NUMBERS)
    .map(({ 0: written, index }) => ({
      // Keys pressed after the last digit do nothing.
      text: `+1${digitsOfKeys(written).replaceAll(/\D/g, '').replace(/^1/, '').slice(0, 10)}`,
      at: index,
      end: index + written.length,
    }))
    .toArray();
}

/** A text with the digits of the keys for its capitals. */
export function digitsOfKeys(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => String(2 + KEYS.findIndex((key) => key.includes(letter))));
}
