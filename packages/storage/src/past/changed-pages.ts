// The pages whose pasts a put changes, and what it does to each.
import type { PageRecord, Source } from '@sitegrep/site';
import { storableUtf8 } from '@sitegrep/texts';
import type { PagePast, SeenContent, SeenPage } from './page-past.ts';
import type { Content } from './past.ts';

/** A put, as the pasts of pages see it. */
export interface PastPut<Stored extends { readonly url: string }> {
  /** Whether the domain had no document. */
  readonly isNew: boolean;
  /** Stored pages that go, or in whose stead others come. */
  readonly gone: readonly Stored[];
  readonly come: readonly { readonly url: string; readonly seen: () => SeenPage }[];
  /** Captures that are older than the pages of their URLs. */
  readonly past: readonly PageRecord<Source>[];
  /** The stored page of a URL that stays; null: there is none. */
  readonly staying: (url: string) => Stored | null;
  /** When the visit was, in milliseconds since the epoch. */
  readonly at: number;
}

/** A page whose past a put may change. */
export interface ChangedPage<Stored> {
  readonly url: string;
  /** The page as it was stored; null: it was not. */
  readonly stored: Stored | null;
  /** Does to its past what the put does. */
  readonly work: (past: PagePast) => void;
}

/** Pages that come with a new domain have no past: of these only those with captures are given. */
export function* changedPages<Stored extends { readonly url: string }>({
  isNew,
  gone,
  come,
  past,
  staying,
  at,
}: PastPut<Stored>): Generator<ChangedPage<Stored>> {
  const going = new Map(gone.map((page) => [page.url, page]));
  const captures = Map.groupBy(past, ({ url }) => url.toWellFormed());
  const takeCaptures = (url: string): readonly SeenContent[] => {
    const records = captures.get(url) ?? [];
    captures.delete(url);
    return records.map(seenRecord).sort((one, other) => one.at - other.at);
  };
  for (const { url, seen } of come) {
    const stored = going.get(url) ?? null;
    going.delete(url);
    const older = takeCaptures(url);
    if (isNew && older.length === 0) continue;
    const work = (page: PagePast): void => {
      for (const one of older) page.capture(one);
      page.arrive(seen());
    };
    yield { url, stored, work };
  }
  for (const [url, stored] of going) {
    const older = takeCaptures(url);
    const work = (page: PagePast): void => {
      for (const one of older) page.insert(one);
      page.end(at);
    };
    yield { url, stored, work };
  }
  for (const url of captures.keys()) {
    const older = takeCaptures(url);
    const work = (page: PagePast): void => {
      for (const one of older) page.insert(one);
    };
    yield { url, stored: staying(url), work };
  }
}

function seenRecord(record: PageRecord<Source>): SeenContent {
  const { source, rendered } = record;
  return seenOf(record, {
    source: storableUtf8(source),
    rendered: rendered === undefined ? null : storableUtf8(rendered.source),
  });
}

/** A page as its past sees it. @param content its sources as they are stored */
export function seenOf(
  { charset, truncated, facts, fetchedAt, rendered }: SeenRecord,
  content: Content,
): SeenContent {
  const renderedTruncated = rendered?.truncated ?? false;
  const own = { charset: charset.toWellFormed(), truncated, renderedTruncated, title: facts.title };
  return { content, facts: own, at: fetchedAt };
}

interface SeenRecord extends Pick<PageRecord, 'charset' | 'truncated' | 'fetchedAt'> {
  readonly facts: Pick<PageRecord['facts'], 'title'>;
  readonly rendered?: { readonly truncated: boolean };
}
