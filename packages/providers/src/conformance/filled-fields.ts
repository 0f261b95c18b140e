import { openHttpClient, type HttpClient } from '../http/client.ts';
import type { AnswerOf, Operation } from '../ports.ts';
import { MAX_BYTES } from './http-faults.ts';
import { OUTPUT_FIELDS } from './output-fields.ts';
import { NOW, type AnswerCase, type Subject } from './subject.ts';
import { SUBJECTS } from './subjects.ts';
import { openFakeUpstream, type FakeUpstream } from './upstream.ts';

/**
 * For each operation a table in Markdown: which field which provider fills. Runs every adapter against the answers of
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
    const sections = [
      table('`POST /web-serp`', await columnsOf(SUBJECTS['web-serp'], OUTPUT_FIELDS['web-serp'], ends)),
      table(
        '`POST /web-autocomplete`',
        await columnsOf(SUBJECTS['web-autocomplete'], OUTPUT_FIELDS['web-autocomplete'], ends),
      ),
      table(
        '`POST /videosite-video-info`',
        await columnsOf(SUBJECTS['video-info'], OUTPUT_FIELDS['video-info'], ends),
      ),
      table(
        '`POST /videosite-serp`',
        await columnsOf(SUBJECTS['video-serp'], OUTPUT_FIELDS['video-serp'], ends),
      ),
    ];
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

/** What one provider fills. */
interface Column {
  readonly provider: string;
  /** By the field's name, every field of the operation. */
  readonly filled: ReadonlyMap<string, boolean>;
}

function table(title: string, columns: readonly Column[]): readonly string[] {
  const [first] = columns;
  if (first === undefined) return [];
  const head = ['Field', ...columns.map(({ provider }) => provider)];
  const rows = Array.from(first.filled.keys(), (field) => [
    `\`${field}\``,
    ...columns.map(({ filled }) => (filled.get(field) === true ? '✓' : '–')),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [`### ${title}`, '', ...lines, ''];
}

async function columnsOf<Name extends Operation>(
  subjects: readonly Subject<Name>[],
  fields: Readonly<Record<string, (answer: AnswerOf<Name>) => readonly unknown[]>>,
  ends: Ends,
): Promise<readonly Column[]> {
  const columns: Column[] = [];
  for (const subject of subjects) {
    const answers = await answersOf(subject, ends);
    const filled = Object.entries(fields).map(
      ([field, read]) => [field, answers.flatMap(read).some(isTold)] as const,
    );
    columns.push({ provider: subject.provider, filled: new Map(filled) });
  }
  return columns;
}

/** What the adapter makes of everything that its upstream can say. */
async function answersOf<Name extends Operation>(
  subject: Subject<Name>,
  { upstream, http }: Ends,
): Promise<readonly AnswerOf<Name>[]> {
  const provider = subject.open({ origin: upstream.origin, http, now: () => NOW });
  const cases: readonly AnswerCase<Name>[] = [subject.good, ...Object.values(subject.others ?? {})];
  const answers: AnswerOf<Name>[] = [];
  for (const { request, reply } of cases) {
    upstream.answer(reply);
    answers.push(await provider.ask(request, new AbortController().signal));
  }
  return answers;
}

function isTold(value: unknown): boolean {
  return value !== null && value !== '';
}
