import type { Rewrite } from '../migration/rewrite.ts';
import type { Packer } from './packer.ts';
import { bodyOf, storedPages, unpackDomain, type DomainSource } from './stored.ts';

/** A document anew from its pages: what is indexed of them is not kept. */
export const rewriteDomain = (packer: Packer): Rewrite<DomainSource> => ({
  storedFields: ['pages'],
  readAtATime: 16,
  // Text, its grams and the compressed pages.
  bytesOf: ({ source }) => 1.5 * (source.source_bytes ?? 0),
  bodyOf: async ({ source, fields }) => {
    const { domain, live, revision, rank, listed } = source;
    const state = { domain, live, revision, rank, listed };
    return bodyOf(state, live ? await packer.pack(await unpackDomain(source, storedPages(fields))) : null);
  },
});
