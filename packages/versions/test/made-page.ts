import * as fc from 'fast-check';

/** Parts of a page of which a model knows what they are. */
type MadePart =
  /** Markup that never changes. */
  | { readonly kind: 'fixed'; readonly text: string }
  /** A value that is another one on every visit, and looks so. */
  | { readonly kind: 'noise'; readonly form: NoiseForm }
  /** A value that is content. */
  | { readonly kind: 'content'; readonly id: number };

export type NoiseForm = 'seconds' | 'hex' | 'base64' | 'date' | 'mixed';

export interface MadePage {
  readonly parts: readonly MadePart[];
  /** Values of content that the page has. */
  readonly contents: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random values of noise; no two are the same. */
export class NoiseMaker {
  #next: number;

  constructor(seed: number) {
    this.#next = seed >>> 0;
  }

  value(form: NoiseForm): string {
    const serial = this.#random() % 1_000_000;
    switch (form) {
      case 'seconds':
        return String(1_700_000_000 + (this.#random() % 80_000_000));
      case 'hex':
        return this.#characters('0123456789abcdef', 24);
      case 'base64':
        // Slots are told by what stands around them, so that two values that begin or end alike with a separator are not the same.
        return `${this.#characters(ALPHABET, 4)}${this.#characters(`${ALPHABET}+/`, 36)}${this.#characters(ALPHABET, 3)}=`;
      case 'date':
        return new Date(1_700_000_000_000 + serial * 86_399_000).toISOString();
      case 'mixed':
        return `x7${this.#characters('bcdfghjkmn0123456789', 16)}`;
    }
  }

  #characters(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.#random() % alphabet.length]).join('');
  }

  /** Numbers by the generator xorshift. */
  #random(): number {
    this.#next ^= this.#next << 13;
    this.#next >>>= 0;
    this.#next ^= this.#next >>> 17;
    this.#next ^= this.#next << 5;
    this.#next >>>= 0;
    return this.#next;
  }
}

/** The source of a page on a visit. @param contents the version of each value of content */
export function sourceOf({ parts }: MadePage, contents: readonly number[], noise: NoiseMaker): string {
  return parts
    .map((part) => {
      if (part.kind === 'fixed') return part.text;
      if (part.kind === 'noise') return noise.value(part.form);
      return `c${part.id}x${contents[part.id] ?? 0}`;
    })
    .join('');
}

/** Forms of what stands for `N` and `T` in an element. */
const token = fc.constantFrom<NoiseForm[]>('hex', 'base64', 'mixed');
const time = fc.constantFrom<NoiseForm[]>('seconds', 'date');

/** Elements as real pages have them; `N` is a token, `T` a time, `C` content, `#` the serial number of the element. */
const ELEMENTS = [
  '<script nonce="N">var a# = "C";</script>\n',
  '<script src="/js/app#.js?v=N" async></script>',
  '<link rel="stylesheet" href="/css/C/main.css?N">\n',
  '<input type="hidden" name="t#" value="N">',
  '<meta name="csrf-token" content="N">',
  '<p data-at="T">Made for request N</p>\n',
  '<p class="price">C Euro, # left</p>',
  '<a href="/item/#?sid=N&ref=C&t=T">Item # of C</a>\n',
  '<script>window.s# = {"id":"N","user":"C","at":"T","list":["C","N","C"]};</script>',
  '<div data-x="N" data-y="C" data-z=N>text of # with words</div>\n',
  '<img src="/i/#/C.png" alt="C">',
  '<!-- # served by N at T -->\n',
  '<td>C</td><td>N</td>',
];

/** A page of real-like elements with random values of noise and content. */
export const madePage: fc.Arbitrary<MadePage> = fc
  .array(fc.record({ element: fc.constantFrom(...ELEMENTS), N: token, T: time }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((elements) => {
    const parts: MadePart[] = [{ kind: 'fixed', text: '<!doctype html><html><head><title>Made</title>\n' }];
    let contents = 0;
    for (const [index, { element, ...forms }] of elements.entries()) {
      for (const piece of element.split(/([NTC#])/)) {
        if (piece === 'N' || piece === 'T') parts.push({ kind: 'noise', form: forms[piece] });
        else if (piece === 'C') parts.push({ kind: 'content', id: contents++ });
        else parts.push({ kind: 'fixed', text: piece === '#' ? String(index * 7 + 1) : piece });
      }
    }
    return { parts: [...parts, { kind: 'fixed', text: '</html>' }], contents };
  });
