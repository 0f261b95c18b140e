import type { Rewrite } from '../migration/rewrite.ts';
import type { Packer } from './packer.ts';
import { bodyOf, storedPages, unpackDomain, type DomainSource } from './stored.ts';

/** A document anew from its pages: what is indexed of them is not kept. */
export const rewriteDomain = (
  packer: Packer,
): Rewrite<Omit<DomainSource, 'listed'> & Partial<Pick<DomainSource, 'listed'>>> => ({
  storedFields: ['pages'],
  readAtATime: 16,
  // Text, its grams and the compressed pages.
  bytesOf: ({ source }) => 1.5 * (source.source_bytes ?? 0),
  bodyOf: async ({ source, fields }) => {
    const { domain, live, revision, rank } = source;
    // All ranks were those of lists before there was a field for these.
    const listed = 'listed' in source ? source.listed : rank > 0 ? rank : null;
    const state = { domain, live, revision, rank, listed };
    return bodyOf(state, live ? await packer.pack(await unpackDomain(source, storedPages(fields))) : null);
  },
});
