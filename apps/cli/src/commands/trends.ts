import type { Trends } from '@sitegrep/client';
import { TREND_STEPS, type TrendStep } from '@sitegrep/contract/choices';
import { jsonLine } from '@sitegrep/contract/json';
import { Command, Option } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { formatCount, printable, renderTable } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';

interface Options extends ServerOptions {
  readonly by: TrendStep;
  readonly from?: string;
  readonly to?: string;
  readonly json: boolean;
}

const HELP = `
A domain counts from its first visit. Changes of labels (tech:, host:, email: and others) are known of each visit; other conditions are taken as they are now.`;

export function trendsCommand(): Command {
  return withServerOptions(new Command('trends'))
    .argument('<query...>', 'queries, each as one argument, in quotes; up to 10')
    .addOption(new Option('--by <step>', 'length of the intervals').choices(TREND_STEPS).default('month'))
    .option('--from <day>', 'first day, as 2027-01-31; by default 30 days, 12 weeks or 12 months in all')
    .option('--to <day>', 'last day; by default today')
    .option('--json', 'print them as JSON, in the form of POST /trends', false)
    .addHelpText('after', HELP)
    .action(trends);
}

async function trends(queries: string[], { by, from, to, json, ...server }: Options): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  const found = await client.query.trends({ queries: queries.map((q) => ({ q })), by, from, to });
  if (json) {
    process.stdout.write(jsonLine(found));
    return;
  }
  process.stdout.write(`${tableOf(found)}\n`);
  for (const { label, as_of_now: names } of found.lines) {
    if (names.length === 0) continue;
    const note = `${printable(label)}: taken as they are now: ${names.join(', ')}`;
    process.stderr.write(`${wrapped(note, process.stderr)}\n`);
  }
}

/** Characters of a label that stand above its column. */
const MAX_LABEL = 40;

function tableOf({ intervals, lines }: Trends): string {
  const columns = [
    { title: 'UNTIL' },
    ...lines.map(({ label }) => ({
      title: printable(label),
      align: 'right' as const,
      maxWidth: MAX_LABEL,
    })),
  ];
  const rows = intervals.map(({ to }, index) => [
    to,
    ...lines.map(({ domains }) => formatCount(domains[index] ?? 0)),
  ]);
  return renderTable(columns, rows);
}
