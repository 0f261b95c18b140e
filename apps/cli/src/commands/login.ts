import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { SitegrepClient, SitegrepError } from '@sitegrep/client';
import { Command } from 'commander';
import { requireAddress } from '../connection.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { httpFetch } from '../http-fetch.ts';
import { writeProfile } from '../profiles.ts';
import { readConfig } from '../read-config.ts';
import { commandName } from '../terminal.ts';

interface Options {
  readonly profile: string;
}

export function loginCommand(): Command {
  return new Command('login')
    .argument('<url>', 'address of the server, as https://search.example')
    .option('--profile <name>', 'name of the profile', 'default')
    .addHelpText(
      'after',
      '\nThe key is that of SITEGREP_KEY, or is read from the terminal without being shown, or from standard input. The server is asked ' +
        'whether it knows the key; then both are stored in ~/.config/sitegrep/profiles.json, which only you can read.',
    )
    .action(async (url: string, options: Options) => {
      process.exitCode = await login(url, options);
    });
}

async function login(url: string, { profile }: Options): Promise<number> {
  requireAddress(url);
  if (!/^[\w-]{1,100}$/.test(profile)) {
    throw new CommandFailed(
      `--profile ${JSON.stringify(profile)} is not a name: give 1 to 100 letters, digits, - or _.`,
    );
  }
  const set = readConfig().key;
  const key = set ?? (await keyFromUser());
  if (key === '')
    throw new CommandFailed(
      'no API key was given: set SITEGREP_KEY, or write the key as a line to standard input.',
    );
  if (!/^[!-~]{1,200}$/.test(key))
    throw new CommandFailed(
      'what was given is not an API key: give the key alone, 1 to 200 letters, digits and signs without blanks.',
    );
  const client = new SitegrepClient({ baseUrl: url, key, fetch: httpFetch });
  const scopes = await scopesOf(client, url, set === null ? 'this API key' : 'the API key of SITEGREP_KEY');
  const file = writeProfile(profile, { url, key });
  process.stdout.write(
    `the profile ${profile} is stored in ${file}; its key may ${scopes.join(', ')}\n` +
      `use it with "${commandName()} search --profile ${profile} wp-content", or once and for all: export SITEGREP_PROFILE=${profile}\n`,
  );
  return EXIT.done;
}

/** @param keyName name of the key in messages */
async function scopesOf(client: SitegrepClient, url: string, keyName: string): Promise<readonly string[]> {
  try {
    return (await client.sessions.get()).key.scopes;
  } catch (error) {
    if (error instanceof SitegrepError && error.code === 'unauthorized')
      throw new CommandFailed(`${url} does not know ${keyName}: check it; nothing is stored.`);
    throw error;
  }
}

/** Reads the key as a line, which a terminal does not show. */
async function keyFromUser(): Promise<string> {
  const isShown = process.stdin.isTTY;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isShown });
  // The terminal shows nothing from here on.
  if (isShown) process.stderr.write('API key: ');
  reader.on('SIGINT', () => {
    process.stderr.write('\n');
    process.exit(EXIT.interrupted);
  });
  try {
    for await (const line of reader) return line.trim();
    return '';
  } finally {
    reader.close();
    if (isShown) process.stderr.write('\n');
  }
}
