import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { addressOfServer, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { commandName } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly print: boolean;
}

export function openCommand(): Command {
  return withServerOptions(new Command('open'))
    .argument('[what...]', 'a domain that is stored, or a query; absent: the console')
    .option('--print', 'print the address only', false)
    .action(async (words: string[], options: Options) => {
      process.exitCode = await open(words.join(' '), options);
    });
}

async function open(what: string, { print, ...server }: Options): Promise<number> {
  const base = await addressOfServer(server);
  if (base === null) {
    throw new CommandFailed(
      `no server runs here whose console could be opened: start one with "${commandName()} up", or name one with --url or --profile.`,
    );
  }
  const address = new URL(await pathOf(what), base.endsWith('/') ? base : `${base}/`).href;
  process.stdout.write(`${address}\n`);
  if (!print && hasScreen()) await show(address);
  return EXIT.done;
}

/** Path of the page about a domain, or of a search; one word with a dot is a domain if it ends as one, and `jquery.js` is not. */
async function pathOf(what: string): Promise<string> {
  if (what === '') return '.';
  const { hasKnownSuffix, readDomain } = await import('@sitegrep/site');
  const named = /^[^\s:]+\.[^\s:]+$/.test(what) ? readDomain(what) : null;
  return named?.kind === 'domain' && hasKnownSuffix(named.domain)
    ? `domains/${encodeURIComponent(named.domain)}`
    : `search?${new URLSearchParams({ q: what }).toString()}`;
}

/** Tells whether there is a screen to open a browser on. */
function hasScreen(): boolean {
  const { platform, env } = process;
  if (platform === 'darwin' || platform === 'win32') return true;
  return (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' };

/** Hands an address to the browser of the desktop. It is printed, so a desktop without one is told, not an error. */
async function show(address: string): Promise<void> {
  const opener = OPENERS[process.platform] ?? 'xdg-open';
  const child = spawn(opener, [address], { detached: true, stdio: 'ignore' });
  const { promise, resolve } = Promise.withResolvers<void>();
  child.on('error', (error) => {
    process.stderr.write(`no browser was opened (${error.message}): open the address yourself\n`);
    resolve();
  });
  child.on('spawn', () => {
    child.unref();
    resolve();
  });
  await promise;
}
