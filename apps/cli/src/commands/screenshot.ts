import { SitegrepError } from '@sitegrep/client';
import { canonicalDomain } from '@sitegrep/site';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { write, writeFile } from '../written-file.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { formatBytes } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';
import { DOMAIN, domain } from './domains/arguments.ts';
import { address } from './source.ts';

interface Options extends ServerOptions {
  readonly domain?: string;
  readonly out?: string;
  readonly thumbnail: boolean;
}

export function screenshotCommand(): Command {
  return withServerOptions(new Command('screenshot'))
    .argument('<url>', 'URL of the page, as "sitegrep domains show" lists it', address)
    .option('--domain <domain>', `${DOMAIN} (default: that of the URL)`, domain)
    .option('--thumbnail', 'get the small image instead of the one of 1366 × 768 pixels', false)
    .option('--out <file>', 'write to this file, which appears when it is complete')
    .addHelpText(
      'after',
      '\nThe image is WebP. A page has one if it was rendered while SITEGREP_SCREENSHOTS was on.',
    )
    .action(async (url: string, options: Options) => {
      process.exitCode = await screenshot(url, options);
    });
}

async function screenshot(
  url: string,
  { domain: named, out, thumbnail, ...server }: Options,
): Promise<number> {
  const { stdout } = process;
  if (out === undefined && stdout.isTTY) {
    throw new CommandFailed('An image is nothing for a terminal: name a file with --out.');
  }
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  try {
    const of = named ?? canonicalDomain(url) ?? '';
    const image = await client.domains.screenshot(of, url, { size: thumbnail ? 'thumbnail' : 'full' });
    if (out === undefined) {
      await write(stdout, image);
      return EXIT.done;
    }
    await writeFile('--out', out, (output) => write(output, image));
    stdout.write(`${formatBytes(image.length)} written to ${out}\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    process.stderr.write(`${wrapped(error.details, process.stderr)}\n`);
    return EXIT.negative;
  }
}
