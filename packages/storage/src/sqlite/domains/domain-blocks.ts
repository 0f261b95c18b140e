import { MAX_SAMPLES, type DomainBlocks } from '../../domains.ts';
import type { Thread } from '../../thread/thread.ts';
import type { Readers } from './readers.ts';
import type { WriterCalls } from './writer.ts';

/**
 * Blocks in domains.sqlite. The writer looks for them in the transaction of each put, so a put comes either before a
 * block, and is there to be removed, or after it, and is refused.
 */
export function domainBlocks(writer: Thread<WriterCalls>, readers: Readers): DomainBlocks {
  return {
    block: (block) => writer.call('block', block),
    async takeDown(block) {
      const own = await writer.call('takeDown', block);
      const samples = own.removed ? [own.block.domain] : [];
      let removed = samples.length;
      for (let after = ''; ;) {
        const under = await readers.call('under', { domain: own.block.domain, after });
        const last = under.at(-1);
        if (last === undefined) return { block: own.block, removed, samples };
        const answers = await Promise.all(under.map((domain) => writer.call('delete', domain)));
        const gone = under.filter((_, index) => answers[index]);
        removed += gone.length;
        samples.push(...gone.slice(0, MAX_SAMPLES - samples.length));
        after = last;
      }
    },
    unblock: (domain) => writer.call('unblock', domain),
    get: (domain) => readers.call('block', domain),
    covering: (domain) => readers.call('blockCovering', domain),
    async list({ limit, after = '' }) {
      const some = await readers.call('blocks', { after, limit: limit + 1 });
      const items = some.slice(0, limit);
      return { items, next: some.length > limit ? (items.at(-1)?.domain ?? null) : null };
    },
  };
}
