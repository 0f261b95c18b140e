import { EventParser, type StreamEvent } from '../../support/event-parser.ts';
import type { OpenStream } from './open-stream.ts';

/** Events of a crawl that a client received, over all of its streams. */
export interface Followed {
  /** The `site` events in order: id and data. */
  readonly sites: readonly { readonly id: string; readonly data: unknown }[];
  /** Names and data of the other events. */
  readonly others: readonly { readonly name: string; readonly data: unknown }[];
  readonly streams: number;
  readonly bytes: number;
}

/** Maximum number of streams that end without the end of the crawl, besides the truncated ones. */
const MAX_STREAMS = 1_000;

/**
 * Follows a crawl to its end on as many streams as needed, each opened after the last event of the previous one.
 *
 * @param cuts number of bytes after which each of the first streams is closed
 */
export async function follow(open: OpenStream, cuts: readonly number[]): Promise<Followed> {
  const events: StreamEvent[] = [];
  let bytes = 0;
  for (let stream = 0; stream < cuts.length + MAX_STREAMS; stream++) {
    const parser = new EventParser();
    let left = cuts[stream] ?? Infinity;
    for await (const chunk of open(events.at(-1)?.lastId ?? '')) {
      const read = chunk.subarray(0, left);
      const lastId = events.at(-1)?.lastId ?? '';
      // A client keeps its last id from one stream to the next.
      events.push(...parser.push(read).map((event) => ({ ...event, lastId: event.lastId || lastId })));
      bytes += read.length;
      left -= read.length;
      if (left === 0) break;
    }
    if (events.at(-1)?.name === 'end') return followed(events, stream + 1, bytes);
  }
  throw new Error(`no end of the crawl in ${cuts.length + MAX_STREAMS} streams`);
}

function followed(events: readonly StreamEvent[], streams: number, bytes: number): Followed {
  const parsed = events.map(({ name, data, lastId }) => ({
    name,
    data: JSON.parse(data) as unknown,
    id: lastId,
  }));
  return {
    sites: parsed.filter(({ name }) => name === 'site').map(({ id, data }) => ({ id, data })),
    others: parsed.filter(({ name }) => name !== 'site').map(({ name, data }) => ({ name, data })),
    streams,
    bytes,
  };
}

/** Random numbers of bytes, from 1 to `most`. */
export function randomCuts(count: number, most: number): readonly number[] {
  return Array.from({ length: count }, () => 1 + Math.floor(Math.random() * most));
}
