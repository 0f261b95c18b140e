import { SitegrepError } from '@sitegrep/client';
import { canonicalDomain } from '@sitegrep/site';
import { Command, InvalidArgumentError } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { write, writeFile } from '../written-file.ts';
import { EXIT } from '../failure.ts';
import { formatBytes, printableLines } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';
import { DOMAIN, domain } from './domains/arguments.ts';

interface Options extends ServerOptions {
  readonly domain?: string;
  readonly out?: string;
  readonly rendered: boolean;
}

export function sourceCommand(): Command {
  return withServerOptions(new Command('source'))
    .argument('<url>', 'URL of the page, as "sitegrep domains show" lists it', address)
    .option('--domain <domain>', `${DOMAIN} (default: that of the URL)`, domain)
    .option('--rendered', 'print what scripts wrote, of a page that was rendered', false)
    .option('--out <file>', 'write to this file, which appears when it is complete')
    .addHelpText(
      'after',
      '\nThe source is decoded: it is UTF-8, whatever the page was encoded in. On a terminal, control characters are printed as blanks; a file or another program gets the source as it is.',
    )
    .action(async (url: string, options: Options) => {
      process.exitCode = await source(url, options);
    });
}

async function source(url: string, { domain: named, out, rendered, ...server }: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  try {
    const of = named ?? canonicalDomain(url) ?? '';
    const part = rendered ? 'rendered' : 'body';
    const text = await client.domains.source(of, url, { part, timeout: 0 });
    if (out !== undefined) {
      await writeFile('--out', out, (output) => write(output, text));
      process.stdout.write(`${formatBytes(Buffer.byteLength(text))} written to ${out}\n`);
      return EXIT.done;
    }
    const { stdout } = process;
    await write(stdout, stdout.isTTY ? printableLines(text) : text);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    process.stderr.write(`${wrapped(error.details, process.stderr)}\n`);
    return EXIT.negative;
  }
}

export function address(text: string): string {
  if (/^https?:\/\//i.test(text) && canonicalDomain(text) !== null) return text;
  throw new InvalidArgumentError('Give a complete URL, such as https://example.com/.');
}
