// Contacts of pages beside the sources of the pages: nothing is found that is not written there.
import { decodeText } from '@sitegrep/html';
import type { ExtractedPage } from '@sitegrep/facts';
import type { Judged } from './judged.ts';

/** A contact as an answer has it, and how the source is said to have it. */
interface Contact {
  readonly name: string;
  readonly written: string;
  /** True if its parts are written in another order, or apart. */
  readonly isInParts: boolean;
}

/** All contacts of a page, each with whether its source has it, with the obvious decodings. */
export function writtenContacts(url: string, { facts, source }: ExtractedPage): Judged {
  const contacts = contactsOf(facts);
  const has = writtenIn(source);
  const isWritten = ({ written, isInParts }: Contact): boolean =>
    isInParts ? written.split(/[\s,]+/).every(has) : has(written);
  return {
    part: 'all pages',
    name: url,
    truth: new Set(contacts.filter(isWritten).map(({ name }) => name)),
    found: contacts.map(({ name }) => name),
  };
}

function contactsOf({
  emails,
  profiles,
  phoneNumbers,
  postalAddresses,
}: ExtractedPage['facts']): readonly Contact[] {
  const named = (value: string, written: string, isInParts = false): Contact => ({
    name: `${value} (${written})`,
    written,
    isInParts,
  });
  return [
    ...emails.map(({ email, written }) => named(email, written)),
    ...profiles.map(({ profile, written }) => named(profile, written)),
    ...phoneNumbers.map(({ number, written }) => named(number, written)),
    ...postalAddresses.map(({ text, source }) => named(text, text, source === 'structured_data')),
  ];
}

/**
 * Makes a function that tells whether a source has a text: as it is; with character references, escapes of JSON or
 * percent-encoding decoded; or in the text between its tags, where an image can stand for an @. White space, commas, case and
 * invisible characters do not count.
 */
export function writtenIn(source: string): (text: string) => boolean {
  let forms: readonly string[] | null = null;
  return (text) => {
    if (source.includes(text)) return true;
    forms ??= formsOf(source);
    const plain = squashed(text);
    return forms.some((form) => form.includes(plain));
  };
}

function formsOf(source: string): readonly string[] {
  const decoded = decodeText(source);
  const shown = source
    .replaceAll(/<!--[^]*?-->|<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, '')
    .replaceAll(/<[^<>]*\balt\s*=\s*["']?[[(]?@[\])]?["'\s/>][^<>]*>/gi, '(at)')
    .replaceAll(/<[^>]*>/g, '');
  return [
    source,
    decoded,
    decodeText(decoded),
    decodeText(decodeText(shown)),
    decodeText(withoutEscapes(source)),
    percentDecoded(decoded),
  ].map(squashed);
}

function squashed(text: string): string {
  return text
    .replaceAll(/[\s,\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g, '')
    .toLowerCase();
}

/** A text with the escapes of JSON decoded. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A text with percent-encoding decoded as UTF-8, run by run. */
function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
