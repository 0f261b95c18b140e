import { type HttpClient, openHttpClient } from '../../src/http/client.ts';
import { OPERATION_NAMES, OPERATIONS, type Operation } from '../../src/operations.ts';
import type { AnswerOf } from '../../src/ports.ts';
import { MAX_BYTES } from './http-faults.ts';
import { type AnswerCase, NOW, type Subject } from './subject.ts';
import { subjectsOf } from '../providers.ts';
import { type FakeUpstream, openFakeUpstream } from './upstream.ts';

/**
 * A table in Markdown for each operation: which provider fills which field. Runs every adapter against the answers of
 * its tests.
 */
export async function documentFilledFields(): Promise<string> {
  const upstream = await openFakeUpstream();
  const http = openHttpClient({
    userAgent: 'documentation',
    maxBytes: MAX_BYTES,
    connectTimeoutMs: 5_000,
    connections: 4,
  });
  try {
    const ends = { upstream, http };
    const sections: (readonly string[])[] = [];
    for (const operation of OPERATION_NAMES)
      sections.push(table(operation, await columnsOf<Operation>(operation, OUTPUT_FIELDS[operation], ends)));
    return sections.flat().join('\n');
  } finally {
    await http.close();
    await upstream.close();
  }
}

interface Ends {
  readonly upstream: FakeUpstream;
  readonly http: HttpClient;
}

/** Fields that one provider fills. */
interface Column {
  readonly provider: string;
  /** Every field of the operation, by its name. */
  readonly filled: ReadonlyMap<string, boolean>;
}

function table(operation: Operation, columns: readonly Column[]): readonly string[] {
  const [first] = columns;
  if (first === undefined) return [];
  const head = ['Field', ...columns.map(({ provider }) => provider)];
  const rows = Array.from(first.filled.keys(), (field) => [
    `\`${field}\``,
    ...columns.map(({ filled }) => (filled.get(field) === true ? '✓' : '–')),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [`### \`POST ${OPERATIONS[operation].path}\``, '', ...lines, ''];
}

async function columnsOf<Name extends Operation>(
  operation: Name,
  readers: (typeof OUTPUT_FIELDS)[Name],
  ends: Ends,
): Promise<readonly Column[]> {
  const fields: Readonly<Record<string, Read<Name>>> = readers;
  const columns: Column[] = [];
  for (const subject of subjectsOf(operation)) {
    const answers = await answersOf(subject, ends);
    const filled = Object.entries(fields).map(
      ([field, read]) => [field, answers.flatMap(read).some(isStated)] as const,
    );
    columns.push({ provider: subject.provider, filled: new Map(filled) });
  }
  return columns;
}

/** Answers of the adapter to everything that its upstream can say. */
async function answersOf<Name extends Operation>(
  subject: Subject<Name>,
  { upstream, http }: Ends,
): Promise<readonly AnswerOf<Name>[]> {
  const provider = subject.open({ origin: upstream.origin, http, now: () => NOW });
  const cases: readonly AnswerCase<Name>[] = [subject.good, ...Object.values(subject.others ?? {})];
  const answers: AnswerOf<Name>[] = [];
  for (const { request, reply } of cases) {
    upstream.answer(reply);
    answers.push(await provider.call(request, new AbortController().signal));
  }
  return answers;
}

function isStated(value: unknown): boolean {
  return value !== null && value !== '';
}

/** Reads all values of one field of an answer; unknown ones are null or empty. */
type Read<Name extends Operation> = (answer: AnswerOf<Name>) => readonly unknown[];

/** Fields of the contract's answers that come from providers, by their names there. */
const OUTPUT_FIELDS: { readonly [Name in Operation]: Readonly<Record<string, Read<Name>>> } = {
  'web-serp': {
    se_domain: (answer) => [answer.engineDomain],
    'result[] of type featured_snippet': ({ results }) =>
      results.filter(({ type }) => type === 'featured_snippet'),
    'result[] of type organic': ({ results }) => results.filter(({ type }) => type === 'organic'),
    'result[] of type paid': ({ results }) => results.filter(({ type }) => type === 'paid'),
    'result[].title': ({ results }) => results.map(({ title }) => title),
    'result[].url': ({ results }) => results.map(({ url }) => url),
    'result[].description': ({ results }) => results.map(({ description }) => description),
    'result[].breadcrumb': ({ results }) => results.map(({ breadcrumb }) => breadcrumb),
  },
  'web-autocomplete': {
    'result[].se_domain': (answer) => [answer.engineDomain],
    'result[].check_url': ({ checkUrl }) => [checkUrl],
    'items[].suggestion': ({ suggestions }) => suggestions.map(({ text }) => text),
    'items[].search_query_url': ({ suggestions }) => suggestions.map(({ searchUrl }) => searchUrl),
    'items[].thumbnail_url': ({ suggestions }) => suggestions.map(({ thumbnailUrl }) => thumbnailUrl),
    'items[].highlighted': ({ suggestions }) => suggestions.flatMap(({ highlighted }) => highlighted),
  },
  'video-info': {
    title: ({ video }) => [video.title],
    thumbnail_url: ({ video }) => [video.thumbnailUrl],
    channel_id: ({ video }) => [video.channelId],
    channel_name: ({ video }) => [video.channelName],
    channel_url: ({ video }) => [video.channelUrl],
    channel_logo: ({ video }) => [video.channelLogo],
    description: ({ video }) => [video.description],
    views_count: ({ video }) => [video.viewsCount],
    likes_count: ({ video }) => [video.likesCount],
    comments_count: ({ video }) => [video.commentsCount],
    'channel_subscribers_count.displayed_count': ({ video }) => [video.channelSubscribers.displayed],
    'channel_subscribers_count.count': ({ video }) => [video.channelSubscribers.count],
    publication_date: ({ video }) => [video.publicationDate],
    timestamp: ({ video }) => [video.publishedAt],
    keywords: ({ video }) => video.keywords,
    category: ({ video }) => [video.category],
    is_live: ({ video }) => [video.isLive],
    is_embeddable: ({ video }) => [video.isEmbeddable],
    duration_time_seconds: ({ video }) => [video.durationSeconds],
    'streaming_quality[].label': ({ video }) => video.streamingQuality.map(({ label }) => label),
    'streaming_quality[].width': ({ video }) => video.streamingQuality.map(({ width }) => width),
    'streaming_quality[].height': ({ video }) => video.streamingQuality.map(({ height }) => height),
    'streaming_quality[].bitrate': ({ video }) => video.streamingQuality.map(({ bitrate }) => bitrate),
    'streaming_quality[].mime_type': ({ video }) => video.streamingQuality.map(({ mimeType }) => mimeType),
    'streaming_quality[].fps': ({ video }) => video.streamingQuality.map(({ fps }) => fps),
  },
  'video-serp': {
    'result[].title': ({ results }) => results.map(({ title }) => title),
    'result[].url': ({ results }) => results.map(({ url }) => url),
    'result[].channel_title': ({ results }) => results.map(({ channelTitle }) => channelTitle),
    'result[].channel_url': ({ results }) => results.map(({ channelUrl }) => channelUrl),
    'result[].channel_image': ({ results }) => results.map(({ channelImage }) => channelImage),
    'result[].duration': ({ results }) => results.map(({ duration }) => duration),
    'result[].views': ({ results }) => results.map(({ views }) => views),
    'result[].uploaded_date': ({ results }) => results.map(({ uploadedDate }) => uploadedDate),
    'result[].description': ({ results }) => results.map(({ description }) => description),
    'result[].thumbnail_url': ({ results }) => results.map(({ thumbnailUrl }) => thumbnailUrl),
    'result[].live': ({ results }) => results.map(({ live }) => live),
  },
};
