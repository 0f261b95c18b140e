// Clients of the Model Context Protocol, those of its SDK, on a running server.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bareEnvironment } from '../support/bare-environment.ts';
import { MAIN } from '../support/server-process.ts';

/** How a client reaches the tools, and in which form of the protocol. */
export interface Transport {
  readonly over: 'standard pipes' | 'HTTP';
  /** `legacy`: the revisions that begin with `initialize`; `auto`: that of 2026-07-28. */
  readonly mode: 'legacy' | 'auto';
}

export const TRANSPORTS: readonly Transport[] = [
  { over: 'standard pipes', mode: 'legacy' },
  { over: 'standard pipes', mode: 'auto' },
  { over: 'HTTP', mode: 'legacy' },
  { over: 'HTTP', mode: 'auto' },
];

/** Variables of the environment that name a server. */
export interface ServerNames {
  readonly SITEGREP_URL?: string;
  readonly SITEGREP_KEY?: string;
  readonly SITEGREP_DATA_DIR?: string;
}

export async function connected({ over, mode }: Transport, url: string, key: string): Promise<Client> {
  if (over === 'standard pipes') return connectedTo({ SITEGREP_URL: url, SITEGREP_KEY: key }, mode);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { 'x-api-key': key } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** A client of a `sitegrep mcp` of its own. */
export async function connectedTo(names: ServerNames, mode: Transport['mode'] = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const env = { ...bareEnvironment(), SITEGREP_LOG_LEVEL: 'error', ...names };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], env, stderr: 'inherit' }),
  );
  return client;
}

/** An answer of a tool. */
export interface Told {
  readonly isError: boolean;
  /** Words of the server. */
  readonly ours: string;
  /** Lines of what websites say, between the marks. */
  readonly lines: readonly string[];
}

export async function told(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Told> {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [ours = '', theirs = ''] = content.map((part) => (part.type === 'text' ? part.text : part.type));
  return { isError, ours, lines: theirs.split('\n').slice(1, -1) };
}

/** Calls a tool, and reads what websites say in its answer as JSON. */
export async function itemsOf(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<readonly Record<string, unknown>[]> {
  const { isError, ours, lines } = await told(client, name, given);
  if (isError) throw new Error(`${name}: ${ours}`);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
