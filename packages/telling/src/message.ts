// Messages: what is told, before it has the form of a receiver. They are JSON with the names of fields that the API has.
import { type TellingSearch, titleOf } from './destinations.ts';
import type { ReportSummary } from './report-definition.ts';
import type { ReportFormat, SearchEvent } from '@sitegrep/storage';

export const MESSAGE_TYPES = [
  'search.appeared',
  'search.disappeared',
  'search.changed',
  'search.events',
  'search.count',
  'search.test',
  'report.ready',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export interface Message {
  readonly type: MessageType;
  /** ISO 8601, in UTC: when what it says occurred. */
  readonly timestamp: string;
  readonly data: MessageData;
}

interface MessageData {
  readonly search: { readonly id: string; readonly label: string };
  /** The event of a message about one. */
  readonly event?: EventData;
  /** The events of a message about several, in order. */
  readonly events?: readonly EventData[];
  /** Whether there are more than these; absent: there are not. */
  readonly has_more?: true;
  readonly count?: CountData;
  readonly report?: ReportData;
}

export interface EventData {
  readonly type: 'search.appeared' | 'search.disappeared' | 'search.changed';
  readonly number: number;
  readonly at: string;
  readonly domain: string;
  readonly revision: number;
  /** URLs, 20 at most; at most `MAX_GROUPED_PAGES` in a message about several events. */
  readonly pages: readonly string[];
  readonly total_pages: number;
  readonly by: 'visit' | 'deletion';
}

/** How many domains fulfil a search, when that passes the bound of a destination. */
export interface CountData {
  readonly domains: number;
  readonly bound: number;
  readonly is_above: boolean;
}

/** A report that was made: what is in its file, and where that is. */
export interface ReportData extends ReportSummary {
  readonly number: number;
  /** ISO 8601, in UTC: when it was due. */
  readonly due: string;
  readonly format: ReportFormat;
  readonly bytes: number;
  /** Address of the file, its key included; the path alone where no address of the instance is known. */
  readonly file: string;
  /** ISO 8601, in UTC: when the file goes, at the latest. */
  readonly expires: string;
}

/** Pages that are named of each of several events. */
export const MAX_GROUPED_PAGES = 5;

type Subject = Pick<TellingSearch, 'id' | 'label'>;

/** An event as messages, feeds and streams have it. */
export function eventData(event: SearchEvent): EventData {
  return {
    type: `search.${event.kind}`,
    number: event.number,
    at: new Date(event.at).toISOString(),
    domain: event.domain,
    revision: event.revision,
    pages: event.pages,
    total_pages: event.total,
    by: event.by,
  };
}

/**
 * The message about events.
 *
 * @param events one or more, of the search
 * @param hasMore whether there are more than these
 */
export function eventsMessage(
  search: Subject,
  events: readonly [SearchEvent, ...SearchEvent[]],
  hasMore = false,
): Message {
  const [first, ...others] = events;
  const timestamp = new Date((events.at(-1) ?? first).at).toISOString();
  if (others.length === 0) {
    const event = eventData(first);
    return { type: event.type, timestamp, data: { search: subject(search), event } };
  }
  return {
    type: 'search.events',
    timestamp,
    data: {
      search: subject(search),
      events: events.map(grouped),
      ...(hasMore ? { has_more: true } : {}),
    },
  };
}

/** The message that the number of domains has passed a bound. */
export function countMessage(search: Subject, count: CountData, at: number): Message {
  return {
    type: 'search.count',
    timestamp: new Date(at).toISOString(),
    data: { search: subject(search), count },
  };
}

/** A message by which a receiver is tried. */
export function testMessage(search: Subject, at: number): Message {
  return { type: 'search.test', timestamp: new Date(at).toISOString(), data: { search: subject(search) } };
}

/** The message that a report was made. */
export function reportMessage(search: Subject, report: ReportData): Message {
  return { type: 'report.ready', timestamp: report.at, data: { search: subject(search), report } };
}

/** The events that a message is about. */
export function eventsOf({ data: { event, events = [] } }: Message): readonly EventData[] {
  return event === undefined ? events : [event];
}

/** An event among others: its pages could have long addresses, and a receiver does not take a message of any size. */
function grouped(event: SearchEvent): EventData {
  return eventData({ ...event, pages: event.pages.slice(0, MAX_GROUPED_PAGES) });
}

function subject(search: Subject): MessageData['search'] {
  return { id: search.id, label: titleOf(search) };
}
