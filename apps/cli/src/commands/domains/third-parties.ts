import { type DomainThirdParties, SitegrepError } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { DOMAIN, domain } from './arguments.ts';
import { connect, type ServerOptions, withServerOptions } from '../../connection.ts';
import { EXIT } from '../../failure.ts';
import { counted, renderTable } from '../../terminal.ts';
import { wrapped } from '../../wrapped.ts';

interface Options extends ServerOptions {
  readonly json: boolean;
}

export function thirdPartiesCommand(): Command {
  return withServerOptions(new Command('third-parties'))
    .description('List the hosts of other sites that a domain loads from or sends to, by category')
    .argument('<domain>', DOMAIN, domain)
    .option('--json', 'print them as JSON, in the form of GET /domains/{domain}/third-parties', false)
    .addHelpText('after', '\nHosts that are only linked to are left out.')
    .action(async (name: string, options: Options) => {
      process.exitCode = await thirdParties(name, options);
    });
}

async function thirdParties(name: string, { json, ...server }: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  try {
    const found = await client.domains.thirdParties(name);
    process.stdout.write(json ? jsonLine(found) : textOf(found));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    process.stderr.write(`${wrapped(error.details, process.stderr)}\n`);
    return EXIT.negative;
  }
}

const COLUMNS = [
  { title: 'CATEGORY', maxWidth: 30 },
  { title: 'HOST', maxWidth: 60 },
  { title: 'NAMED BY', maxWidth: 30 },
  { title: 'TECHNOLOGIES', wraps: true },
];

function textOf({ domain: name, categories, others, is_complete: isComplete }: DomainThirdParties): string {
  const groups = [
    ...categories.map((category) => ({ title: category.name, hosts: category.hosts })),
    { title: 'others', hosts: others },
  ];
  const rows = groups.flatMap(({ title, hosts }) =>
    hosts.map(({ host, kinds, technologies }, index) => [
      index === 0 ? title : '',
      host,
      kinds.join(', '),
      technologies.join(', '),
    ]),
  );
  const hosts = new Set(groups.flatMap((group) => group.hosts.map(({ host }) => host)));
  const count = `${counted(hosts.size, 'host')} of third parties on ${name}`;
  return `${rows.length === 0 ? '' : `${renderTable(COLUMNS, rows)}\n\n`}${count}${isComplete ? '' : '; it names more than are kept'}\n`;
}
