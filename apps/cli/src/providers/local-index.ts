import type { LocalIndex } from '@sitegrep/providers';
import type { DomainIndex } from '@sitegrep/storage';

/** The full text of the index as a provider searches it, whatever storage there is. */
export function localIndex({ fullText }: Pick<DomainIndex, 'fullText'>): LocalIndex {
  return {
    search: (request, signal) => fullText.search({ ...request, now: Date.now() }, signal),
    complete: (typed, limit, signal) => fullText.complete(typed, limit, signal),
    videos: (request, signal) => fullText.videos({ ...request, now: Date.now() }, signal),
    video: (id, signal) => fullText.video(id, signal),
  };
}
