import type { Rewrite } from '../migration/rewrite.ts';
import { storedPages } from './reader.ts';
import { bodyOf, packDocument, unpackDomain, type DomainSource } from './stored.ts';

/** A document anew from its pages: what is indexed of them is not kept. */
export const rewriteDomain: Rewrite<DomainSource> = {
  storedFields: ['pages'],
  readAtATime: 16,
  // Text, its grams and the compressed pages.
  bytesOf: ({ source }) => 1.5 * (source.source_bytes ?? 0),
  bodyOf: async ({ source, fields }) => {
    const { domain, live, revision, rank } = source;
    const state = { domain, live, revision, rank };
    return bodyOf(state, live ? await packDocument(await unpackDomain(source, storedPages(fields))) : null);
  },
};
