import { AS_IT_IS, type Rewrite } from '../migration/rewrite.ts';
import type { SiteDocument } from './mappings.ts';

/** A site as it is; one that ended before there were places waits for its own. */
export const REWRITE_SITE: Rewrite<SiteDocument> = {
  ...AS_IT_IS,
  bodyOf: ({ source }) => {
    const lacksPlace = source.outcome !== undefined && source.ended === undefined;
    return Promise.resolve(Buffer.from(JSON.stringify(lacksPlace ? { ...source, ended: 0 } : source)));
  },
};
