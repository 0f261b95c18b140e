import { stdnum } from 'stdnum';

/** A register or a tax office, and how pages write its numbers. */
export interface RegistrationScheme {
  /** Name of the kind of number in answers: lower case, `vat` for every VAT id. */
  readonly kind: string;
  /** ISO 3166-1 alpha-2; null if several countries write the same. */
  readonly country: string | null;
  /** Lower-case texts of which one is among the words, or in the number itself: others need no further test. */
  readonly words: readonly string[];
  /** Source of a regular expression for the words that announce the number; '' if its form needs none. */
  readonly cue: string;
  /** Source of a regular expression for the number as pages write it. */
  readonly number: string;
  /** Letters that VAT ids of the country begin with; numbers without them get them. */
  readonly prefix?: string;
  /** Whether separators are part of the number. Otherwise they are left out. */
  readonly keepsSeparators?: true;
  /** Whether a number has the right check digits, without its prefix. Absent: there are none, or they are not public. */
  readonly isValid?: (compact: string) => boolean;
}

/**
 * A check by the library, which knows the check digits of each country.
 *
 * @param name country and scheme as there: `IT.iva`
 */
export function checkedBy(name: string): (compact: string) => boolean {
  const [country = '', scheme = ''] = name.split('.');
  const validator = stdnum[country]?.[scheme];
  if (validator === undefined) throw new TypeError(`stdnum has no ${name}`);
  return (compact) => validator.validate(compact).isValid;
}

/** Whether the last digit of a Russian state number is right: the others modulo one less than their count, then modulo 10. */
export function isOgrn(compact: string): boolean {
  const modulus = BigInt(compact.length - 2);
  return (BigInt(compact.slice(0, -1)) % modulus) % 10n === BigInt(compact.slice(-1));
}
