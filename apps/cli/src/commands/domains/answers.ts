import { SitegrepError } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { DOMAIN, domain } from './arguments.ts';
import { connect, type ServerOptions, withServerOptions } from '../../connection.ts';
import { domainAnswersText } from '../../domain-answers.ts';
import { EXIT } from '../../failure.ts';
import { printableLines } from '../../terminal.ts';
import { write } from '../../written-file.ts';
import { wholeNumber } from '../../whole-number.ts';
import { wrapped } from '../../wrapped.ts';

interface Options extends ServerOptions {
  readonly file?: string;
  readonly limit: number;
  readonly json: boolean;
}

/** Pages whose heads are shown. */
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1_000;

export function answersCommand(): Command {
  return withServerOptions(new Command('answers'))
    .description(
      'Show what a site answers besides its pages: headers, cookies, well-known files, certificate, icon',
    )
    .argument('<domain>', DOMAIN, domain)
    .option('--file <name>', 'print this well-known file alone, such as robots.txt, as it is stored')
    .option(
      '-n, --limit <number>',
      'maximum number of pages whose headers and cookies are shown',
      (text: string) => wholeNumber(text, 1, MAX_LIMIT),
      DEFAULT_LIMIT,
    )
    .option('--json', 'print it as JSON, in the form of GET /domains/{domain}/answers', false)
    .addHelpText(
      'after',
      '\nValues of cookies are not stored. docs/crawling.md says which files are requested.',
    )
    .action(async (name: string, options: Options) => {
      process.exitCode = await answers(name, options);
    });
}

async function answers(name: string, { file, limit, json, ...server }: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  try {
    const found = await client.domains.answers(name, {
      limit,
      ...(file === undefined ? {} : { texts: true }),
    });
    if (file === undefined) {
      process.stdout.write(json ? jsonLine(found) : domainAnswersText(found));
      return EXIT.done;
    }
    const wanted = found.files.find((one) => one.name === file);
    if (wanted?.text === undefined) {
      const had = found.files.filter(({ real }) => real).map((one) => one.name);
      process.stderr.write(
        `${wrapped(`No ${file} of ${name} is stored${wanted === undefined ? '' : `: ${wanted.reason}`}; stored are ${had.length === 0 ? 'none' : had.join(', ')}.`, process.stderr)}\n`,
      );
      return EXIT.negative;
    }
    const { stdout } = process;
    await write(stdout, json ? jsonLine(wanted) : stdout.isTTY ? printableLines(wanted.text) : wanted.text);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    process.stderr.write(`${wrapped(error.details, process.stderr)}\n`);
    return EXIT.negative;
  }
}
