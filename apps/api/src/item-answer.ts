// Answers with items that the storage rendered: they are joined with the JSON around them.
import type { ReadOfHit, RenderedItems } from '@sitegrep/storage';
import type { FastifyReply } from 'fastify';

/** An answer with a list of items. */
interface ItemAnswer {
  readonly success: true;
  readonly data: { readonly items: readonly unknown[] };
}

/** Properties that an item has besides its fields, out of what was read of its sources. */
export type Addition = (read: ReadOfHit, index: number) => object;

const EMPTY_LIST = '"items":[]';

/**
 * The body of an answer: as if its list had the items, each with its additions.
 *
 * @param answer with an empty list, before which it has only numbers and tokens
 */
export function withItems(
  answer: ItemAnswer,
  { json, ends, read }: RenderedItems,
  addition: Addition,
): string {
  const around = JSON.stringify(answer);
  const at = around.indexOf(EMPTY_LIST) + EMPTY_LIST.length - 1;
  let items = '';
  let from = 0;
  for (const [index, one] of read.entries()) {
    // Without braces, and with a comma before it unless it is empty.
    const added = JSON.stringify(addition(one, index)).slice(1, -1);
    const end = ends[index];
    if (added === '' || end === undefined) continue;
    items += `${json.slice(from, end)},${added}`;
    from = end;
  }
  return `${around.slice(0, at)}${items}${json.slice(from)}${around.slice(at)}`;
}

/** Sends JSON that is ready. */
export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
