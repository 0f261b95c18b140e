// Answers with items that the storage rendered: their bytes are joined with the JSON around them.
import type { ReadOfHit, RenderedItems } from '@sitegrep/storage';
import type { FastifyReply } from 'fastify';

/** An answer with a list of items. */
interface ItemAnswer {
  readonly success: true;
  readonly data: { readonly items: readonly unknown[] };
}

/** Properties that an item has besides its fields, out of what was read of its sources. */
export type Addition = (read: ReadOfHit) => object;

const EMPTY_LIST = '"items":[]';

/**
 * The body of an answer: as if its list had the items, each with its additions.
 *
 * @param answer with an empty list, before which it has only numbers and tokens
 */
export function withItems(
  answer: ItemAnswer,
  { utf8, ends, read }: RenderedItems,
  addition: Addition,
): Buffer {
  const around = JSON.stringify(answer);
  const at = around.indexOf(EMPTY_LIST) + EMPTY_LIST.length - 1;
  const parts: Uint8Array[] = [Buffer.from(around.slice(0, at))];
  let from = 0;
  for (const [index, one] of read.entries()) {
    // Without braces, and with a comma before it unless it is empty.
    const added = JSON.stringify(addition(one)).slice(1, -1);
    const end = ends[index];
    if (added === '' || end === undefined) continue;
    parts.push(utf8.subarray(from, end), Buffer.from(`,${added}`));
    from = end;
  }
  parts.push(utf8.subarray(from), Buffer.from(around.slice(at)));
  return Buffer.concat(parts);
}

/** Sends JSON that is ready. */
export function sendJson(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
