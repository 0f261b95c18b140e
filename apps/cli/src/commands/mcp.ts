import { SitegrepError } from '@sitegrep/client';
import { type Scope, serveOverStdio, type ToolApi } from '@sitegrep/mcp';
import { Command } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import type { Closers } from '../read-config.ts';
import { openInterrupt } from '../interrupt.ts';
import { printable } from '../terminal.ts';
import { VERSION } from '../version.ts';

export function mcpCommand(): Command {
  return withServerOptions(new Command('mcp'))
    .addHelpText(
      'after',
      '\nPrograms start this command by themselves; docs/mcp.md has the configuration of some. It only reads, unless --url and ' +
        '--key name a server and a key with the scope admin: then there is a tool that starts crawls.',
    )
    .action(mcp);
}

async function mcp(options: ServerOptions): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(closers);
  const first = await connect(options, { need: 'read' }, closers);
  await serveOverStdio({
    api: new ReachedApi(options, first, closers),
    version: VERSION,
    input: process.stdin,
    output: process.stdout,
    signal: interrupt.signal,
    onError: (error) => process.stderr.write(`${printable(error.message)}\n`),
  });
}

/** Scopes of operations that change nothing. */
const READING: ReadonlySet<Scope> = new Set(['search', 'source', 'serp']);

/** The server that the command speaks to; another one, after the process that held the data folder has ended. */
class ReachedApi implements ToolApi {
  readonly #options: ServerOptions;
  readonly #closers: Closers;
  #connection: Connection;
  #renewal: Promise<Connection> | null = null;
  /** Scopes of the key; null: not known yet. */
  #scopes: ReadonlySet<Scope> | null;

  constructor(options: ServerOptions, connection: Connection, closers: Closers) {
    this.#options = options;
    this.#connection = connection;
    this.#closers = closers;
    // Without a key, nobody has allowed more than reading.
    this.#scopes = connection.kind === 'remote' ? null : READING;
  }

  readonly ask: ToolApi['ask'] = async (work, signal) => {
    const { client, kind } = this.#connection;
    try {
      return await work(client, { signal, retries: 0 });
    } catch (error) {
      if (kind !== 'instance' || !isOfAnotherProcess(error) || !(await this.#renewed(client))) throw error;
      return work(this.#connection.client, { signal, retries: 0 });
    }
  };

  readonly scopes = async (signal: AbortSignal): Promise<ReadonlySet<Scope>> => {
    if (this.#scopes !== null) return this.#scopes;
    try {
      const { key } = await this.ask((client, options) => client.sessions.get(options), signal);
      this.#scopes = new Set(key.scopes);
      return this.#scopes;
    } catch (error) {
      if (!(error instanceof SitegrepError)) throw error;
      // The server may be away for a moment: the calls of tools will say what is wrong.
      return READING;
    }
  };

  /** Connects again, once for all calls that failed. @param failed the client that they used */
  async #renewed(failed: Connection['client']): Promise<boolean> {
    if (this.#connection.client !== failed) return true;
    this.#renewal ??= connect(this.#options, { need: 'read' }, this.#closers);
    try {
      this.#connection = await this.#renewal;
      return true;
    } catch (error) {
      process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
      return false;
    } finally {
      this.#renewal = null;
    }
  }
}

/** Whether nobody answers at an address any more, or another process with another secret. */
function isOfAnotherProcess(error: unknown): boolean {
  return error instanceof SitegrepError && (error.code === 'network' || error.code === 'unauthorized');
}
