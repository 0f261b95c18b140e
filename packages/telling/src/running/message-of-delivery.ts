import type { Delivery, SearchEvent } from '@sitegrep/storage';
import { type Destination, type TellingSearch } from '../destinations.ts';
import { countMessage, eventsMessage, reportMessage } from '../message.ts';
import type { Letter as SentLetter } from '../sending/webhook.ts';
import { isWanted, MAX_EVENTS } from './catch-up.ts';
import type { TellingParts } from './parts.ts';

type Letter = Omit<SentLetter, 'id'>;

/** Events in a digest. */
const MAX_DIGEST_EVENTS = 1_000;

/**
 * The message of a delivery, made of the events as they are now: those of a domain that was deleted meanwhile are gone. Null if
 * nothing is left to tell.
 */
export async function messageOfDelivery(
  { searches, findReport }: Pick<TellingParts, 'searches' | 'findReport'>,
  search: TellingSearch,
  destination: Destination,
  { content }: Delivery,
): Promise<Letter | null> {
  if (content.kind === 'count') {
    const { domains, bound, isAbove, at } = content;
    return { message: countMessage(search, { domains, bound, is_above: isAbove }, at) };
  }
  if (content.kind === 'report') {
    const found = await findReport(search.id, content.number, destination.kind === 'mail');
    if (found === null) return null;
    return { message: reportMessage(search, found.report), attachment: found.attachment };
  }
  const limit = content.kind === 'digest' ? MAX_DIGEST_EVENTS : MAX_EVENTS;
  const found = await searches.events({ after: content.first - 1, limit, search: search.id });
  const isIncluded = (event: SearchEvent): boolean =>
    content.kind === 'digest'
      ? event.at >= content.from && event.at < content.to
      : event.number <= content.last;
  const [first, ...others] = found.filter((event) => isIncluded(event) && isWanted(destination, event));
  if (first === undefined) return null;
  const last = found.at(-1);
  const hasMore =
    content.kind === 'digest' && found.length === limit && last !== undefined && last.at < content.to;
  return { message: eventsMessage(search, [first, ...others], hasMore) };
}
