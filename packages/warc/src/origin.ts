import { lastField, linesOf, parseFields } from './fields.ts';

/** What a warcinfo record says of how the records behind it came about, as far as it matters to who reads them. */
export interface Origin {
  /** A crawl of ours wrote them, which took no page of an answer that had broken off. */
  readonly bySitegrep: boolean;
  /** That crawl left pages out that ask not to be indexed. */
  readonly obeysNoindex: boolean;
}

export const UNKNOWN_ORIGIN: Origin = { bySitegrep: false, obeysNoindex: false };

/** A field of ours, beside the `robots` that others know. */
export const NOINDEX = 'noindex';

/** @param block of the warcinfo record, `application/warc-fields` */
export function originOf(block: Buffer): Origin {
  const fields = parseFields(linesOf(block.toString('utf8')));
  const bySitegrep = (lastField(fields, 'software') ?? '').startsWith('sitegrep/');
  return { bySitegrep, obeysNoindex: bySitegrep && lastField(fields, NOINDEX) === 'obey' };
}
