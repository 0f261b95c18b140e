// A postal address in a text, and the candidate of one: a postcode, from which the readers of each form start.
import { copied, foldWhiteSpace } from '@sitegrep/html';
import type { PostcodeFormName } from './postcodes.ts';

/** A postal address as a page writes it; parts that it does not state are null. */
interface WrittenAddress {
  /** The address as written on one line, its lines separated by `, `. */
  readonly text: string;
  /** Street with house number, or a post office box. */
  readonly street: string | null;
  readonly postcode: string | null;
  readonly city: string | null;
  /** State, province or prefecture as written. */
  readonly region: string | null;
  /** ISO 3166-1 alpha-2, as the address states it or as its form shows it. */
  readonly country: string | null;
}

/** An address in a text. */
export interface FoundAddress extends WrittenAddress {
  /** Offset of its first character. */
  readonly at: number;
  /** Offset after its last character. */
  readonly end: number;
}

/** Maximum characters of an address before and after its postcode. */
export const BEFORE = 180;
export const AFTER = 120;

/** A postcode, or what looks like one, in a text. */
export interface Candidate {
  readonly lines: string;
  /** Start and end of the postcode, with letters of the country before it. */
  readonly at: number;
  readonly end: number;
  /** Start of the text that an address can begin in. */
  readonly start: number;
  readonly form: PostcodeFormName;
  readonly postcode: string;
  /** Country by the letters before the postcode. */
  readonly stated: string | null;
  readonly home: string | null;
}

/** The address of a span of a text, its lines joined. */
export function addressAt(
  lines: string,
  at: number,
  end: number,
  {
    street,
    postcode,
    city,
    region,
    country,
  }: Record<'street' | 'postcode' | 'city' | 'region', string> & {
    readonly country: string | null;
  },
): FoundAddress {
  const text = foldWhiteSpace(lines.slice(at, end).replaceAll(/\s*,?\s*\u2028\s*/g, ', '));
  return {
    at,
    end,
    text: copied(text),
    street: valueOf(street),
    postcode: valueOf(postcode),
    city: valueOf(city),
    region: valueOf(region),
    country,
  };
}

function valueOf(text: string): string | null {
  const folded = foldWhiteSpace(text).replace(/^[\s,.-]+|[\s,-]+$/g, '');
  return folded === '' ? null : copied(folded);
}
