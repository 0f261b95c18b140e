// What the index of the past has of the versions of a page, and when they were seen: it follows what is kept.
import { zonesOf } from '@sitegrep/html';
import type { Content, Past, PastVersion } from '../../../past/past.ts';
import { firstSeen, lastSeen } from '../../../past/past.ts';
import { indexedScopes, type StorableSources } from '../page-rows.ts';
import { textBits } from '../text-ids.ts';
import type { TextWriter } from '../text-writer.ts';
import type { SeenRow, SeenRows, SeenWriter } from './seen-rows.ts';

export interface PastIndex {
  /**
   * Brings the index from one past of a page to another.
   *
   * @param contentOf gives the sources of a version that comes
   */
  change(page: PageOfDomain, before: Past, after: Past, contentOf: (version: PastVersion) => Content): void;
}

/** A page that is stored, or was. */
interface PageOfDomain {
  /** Id of its domain. */
  readonly domain: number;
  readonly url: string;
}

interface PastIndexParts {
  readonly texts: Pick<TextWriter, 'change'>;
  readonly seen: SeenRows & SeenWriter;
  /** Gives a number that no page and no version has, above those before. */
  readonly nextId: () => number;
}

export function pastIndex({ texts, seen, nextId }: PastIndexParts): PastIndex {
  function add({ domain, url }: PageOfDomain, version: PastVersion, content: Content): void {
    const number = nextId();
    const zones = zonesOf(content.source.toString());
    texts.change(number, null, { ...versionSources(url, content), domain, zones });
    seen.set({ ...timesOf(version), number, id: version.id, domain, url, texts: textsOfVersion(content) });
  }

  function remove({ number, texts: bits }: SeenRow): void {
    texts.change(nextId(), { id: number, texts: bits }, null);
    seen.remove(number);
  }

  return {
    change(page, before, after, contentOf) {
      const [was, is] = [earlierPresent(before.present), earlierPresent(after.present)];
      // First: it may be a version now, of the same id.
      if (was !== null && was.id !== is?.id) seen.remove(was.id);
      if (is !== null && (was?.id !== is.id || was.firstSeen !== is.firstSeen))
        seen.set({ ...page, ...is, number: is.id, lastSeen: null, texts: 0 });
      const known = new Map(before.versions.map((version) => [version.id, version]));
      for (const version of after.versions) {
        const kept = known.get(version.id);
        known.delete(version.id);
        if (kept === undefined) add(page, version, contentOf(version));
        else if (firstSeen(kept) !== firstSeen(version) || lastSeen(kept) !== lastSeen(version)) {
          seen.set({ ...seen.ofVersion(version.id), ...timesOf(version) });
        }
      }
      for (const id of known.keys()) remove(seen.ofVersion(id));
    },
  };
}

/** The stored page of a past, if it was seen before it was fetched last; null: it was not. */
export function earlierPresent(present: Past['present']): Pick<SeenRow, 'id' | 'firstSeen'> | null {
  if (present === null || present.times.length < 2) return null;
  return { id: present.id, firstSeen: firstSeen(present) };
}

export function timesOf(version: Pick<PastVersion, 'times'>): { firstSeen: number; lastSeen: number } {
  return { firstSeen: firstSeen(version), lastSeen: lastSeen(version) };
}

/** The texts of a version: what answers had besides the source is not kept. */
function versionSources(url: string, { source, rendered }: Content): StorableSources {
  const beside = { url: Buffer.from(url), dns: null, headers: null, cookies: null, file: null };
  return { source, rendered, beside };
}

/** Texts that the index has of a version, as `textBits` gives them. */
export function textsOfVersion(content: Content): number {
  return textBits(indexedScopes(versionSources('', content)));
}
