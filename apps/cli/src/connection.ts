// How a command reaches an index: a server that the user names, the process that holds the data folder, or a server of its own
// for as long as the command runs. All three speak the same HTTP API, so a command is written once.
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SitegrepClient, SitegrepError } from '@sitegrep/client';
import type { Config } from '@sitegrep/config';
import type { Command } from 'commander';
import { CommandFailed } from './failure.ts';
import { httpFetch } from './http-fetch.ts';
import { type Closers, holdsFolder, readConfig } from './read-config.ts';
import type { Need, OwnServer } from './own-server.ts';
import { readProfile } from './profiles.ts';
import { type PublishedAddress, readAddress } from './published-address.ts';

/** Options of every command that speaks to a server. */
export interface ServerOptions {
  readonly url?: string;
  readonly key?: string;
  readonly profile?: string;
}

interface Reached {
  readonly client: SitegrepClient;
  /** The server's name in messages. */
  readonly name: string;
}

export type Connection = Reached &
  (
    | { readonly kind: 'remote' }
    /** The process that holds the data folder. */
    | { readonly kind: 'instance' }
    | { readonly kind: 'own'; readonly server: OwnServer }
  );

export interface ConnectOptions {
  readonly need: Need;
  /** Changes to the settings of a server that the command opens itself. */
  readonly settings?: Partial<Config>;
}

/** Adds the options with which a user names a server. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--url <url>', 'ask the server at this URL (default: SITEGREP_URL)')
    .option('--key <key>', 'API key for it (default: SITEGREP_KEY, which no list of processes shows)')
    .option('--profile <name>', 'ask the server of a profile (default: SITEGREP_PROFILE)');
}

/** Reaches the index that options and settings name. @throws CommandFailed, ConfigError, errors of the storage */
export async function connect(
  given: ServerOptions,
  { need, settings = {} }: ConnectOptions,
  closers: Closers,
): Promise<Connection> {
  const config = { ...readConfig(), ...settings };
  const remote = remoteOf(given, config);
  if (remote !== null) return { kind: 'remote', ...reach(remote.url, remote.key, remote.url) };
  const held = await instanceOf(config, need);
  if (held !== null) return { kind: 'instance', ...reach(held.url, held.secret, `process ${held.pid}`) };
  const { openOwnServer } = await import('./own-server.ts');
  const server = await openOwnServer(config, need, closers);
  return { kind: 'own', server, ...reach(server.url, server.secret, 'this command') };
}

/** Address of the server that options and settings name, or of the process that holds the data folder; null: there is none. */
export async function addressOfServer(given: ServerOptions): Promise<string | null> {
  const config = readConfig();
  if (serverNamed(given, config) !== null) return namedServer(given, config)?.url ?? null;
  return (await instanceOf(config, 'read'))?.url ?? null;
}

function reach(baseUrl: string, key: string, name: string): Reached {
  try {
    return { client: new SitegrepClient({ baseUrl, key, fetch: httpFetch }), name };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailed(`the server can't be asked: ${error.message}.`);
  }
}

/** URL or profile of the server that options and settings name; null: none. */
export function serverNamed({ url, profile }: ServerOptions, config: Config): string | null {
  return url ?? profile ?? config.url ?? config.profile;
}

/** The server that options and settings name, and the key if they have it; null: none. */
function namedServer(given: ServerOptions, config: Config): { url: string; key: string | null } | null {
  const url = given.url ?? (given.profile === undefined ? config.url : null);
  const name = given.profile ?? (url === null ? config.profile : null);
  if (given.url !== undefined && given.profile !== undefined) {
    throw new CommandFailed('--url and --profile both name a server: leave one out.');
  }
  if (url === null && name === null) {
    if (given.key === undefined) return null;
    throw new CommandFailed('--key is the key for a server: add --url, or leave it out.');
  }
  const profile = name === null ? null : readProfile(name);
  const address = profile?.url ?? url ?? '';
  requireAddress(address);
  return { url: address, key: given.key ?? profile?.key ?? config.key };
}

function remoteOf(given: ServerOptions, config: Config): { url: string; key: string } | null {
  const named = namedServer(given, config);
  if (named === null) return null;
  const { url: address, key } = named;
  if (key === null) {
    throw new CommandFailed(
      `${address} needs an API key: set SITEGREP_KEY, or give --key. Its administrator makes one with "sitegrep keys create".`,
    );
  }
  return { url: address, key };
}

/** @throws CommandFailed if no server can have this URL */
export function requireAddress(url: string): void {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new CommandFailed(
      `${JSON.stringify(url)} is not a URL of a server: give one such as http://127.0.0.1:8080.`,
    );
  // The URL itself is not told: it may have a password.
  if (parsed.username !== '' || parsed.password !== '')
    throw new CommandFailed(
      `the URL of ${parsed.host} has a user name or a password: leave it out, the API key is all that a server needs.`,
    );
  if (parsed.search !== '' || parsed.hash !== '')
    throw new CommandFailed(
      `the URL of ${parsed.host} ends in ${parsed.search}${parsed.hash}, which is of a page: give the address of the server alone.`,
    );
}

/** Time that a process which holds the data folder may take to start or to stop, in milliseconds. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** Time after which a person is told what is waited for, in milliseconds. */
const SILENT_MS = 1_000;

/** Finds the process that holds the data folder. @returns null if there is none, or if it answers no requests */
async function instanceOf(config: Config, need: Need): Promise<PublishedAddress | null> {
  if (!holdsFolder(config)) return null;
  const { holderOf } = await import('@sitegrep/storage/lock');
  const startedAt = performance.now();
  let isTold = false;
  for (;;) {
    const holder = holderOf(config.dataDir);
    if (holder.kind === 'free') return null;
    const address = readAddress(config.dataDir, holder.pid);
    if (address === 'private') {
      if (need === 'read') return null;
      throw new CommandFailed(
        `process ${holder.pid ?? ''} of another user holds the data folder ${resolve(config.dataDir)}: run the command as that user, or name its server with --url and --key.`,
      );
    }
    if (address !== null && (await answers(address))) return address;
    const waited = performance.now() - startedAt;
    // A reader can open the folder beside any other process.
    if (need === 'read' || waited > PATIENCE_MS) return null;
    if (waited > SILENT_MS && !isTold) {
      isTold = true;
      process.stderr.write(
        `waiting for process ${holder.pid ?? ''}, which holds the data folder, to answer\n`,
      );
    }
    await delay(LOOK_EVERY_MS);
  }
}

/** Whether a process answers at an address; one that is stopping does not. */
async function answers({ url }: PublishedAddress): Promise<boolean> {
  try {
    await new SitegrepClient({
      baseUrl: url,
      fetch: httpFetch,
      retries: 0,
      timeout: PATIENCE_MS,
    }).instance.health();
    return true;
  } catch (error) {
    if (error instanceof SitegrepError) return false;
    throw error;
  }
}
