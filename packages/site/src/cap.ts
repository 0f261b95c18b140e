import type { PageRecord } from './page.ts';
import { sourceBytes, sourceText, type Source } from './source.ts';

/**
 * The pages whose sources fit into `maxBytes` of UTF-8 together: whole ones as long as they fit, then one that is cut
 * at a character boundary and marked as truncated, then none. The first page is always kept, were it cut to nothing,
 * because a site has at least one page.
 *
 * @param pages in order of importance
 */
export function capSources<S extends Source>(
  pages: readonly PageRecord<S>[],
  maxBytes: number,
): readonly PageRecord<S | string>[] {
  const kept: PageRecord<S | string>[] = [];
  let room = maxBytes;
  for (const page of pages) {
    const bytes = sourceBytes(page.source);
    if (bytes > room) {
      const source = cutToBytes(sourceText(page.source), room);
      if (source !== '' || kept.length === 0) kept.push({ ...page, source, truncated: true });
      break;
    }
    kept.push(page);
    room -= bytes;
  }
  return kept;
}

/** The longest prefix of whole code points that takes at most `maxBytes` of UTF-8. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
