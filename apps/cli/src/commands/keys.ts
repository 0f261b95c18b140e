import type { CreatedKey, KeyItem, KeyScope } from '@sitegrep/client';
import { KEY_SCOPES, OVERLAP_SECONDS } from '@sitegrep/contract/choices';
import { jsonLine } from '@sitegrep/contract/json';
import { isPlainLine } from '@sitegrep/contract/plain-text';
import { formatTimestamp, parseTimestamp, TIMESTAMP_FORMS } from '@sitegrep/site';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { ofKnown } from '../known.ts';
import { paint, renderTable } from '../terminal.ts';

interface JsonOptions extends ServerOptions {
  readonly json: boolean;
}

interface RotateOptions extends JsonOptions {
  /** Seconds. */
  readonly overlap: number;
}

interface CreateOptions extends JsonOptions {
  readonly name: string;
  readonly scope?: readonly KeyScope[];
  readonly rateLimit?: number;
  readonly expires?: number;
}

export function keysCommand(): Command {
  const keys = new Command('keys');
  withServerOptions(keys.command('create'))
    .description('Create a key; its secret is printed once and stored only as a hash')
    .requiredOption('--name <text>', 'name of the key: who or what uses it', nonEmpty)
    .addOption(
      new Option('--scope <scope...>', 'what the key may do; absent: search').choices([...KEY_SCOPES]),
    )
    .option('--rate-limit <number>', 'requests per minute (default: SITEGREP_RATE_LIMIT_PER_MINUTE)', rate)
    .option('--expires <date>', 'end of the key, e.g. 2027-01-31 or 2027-01-31T12:00:00Z', future)
    .option('--json', 'print the key as JSON', false)
    .action(create);
  withServerOptions(keys.command('list'))
    .description('List all keys, including revoked ones')
    .option('--json', 'print each key as one line of JSON, in the form of GET /admin/keys', false)
    .action(list);
  withServerOptions(keys.command('rotate'))
    .description('Give a key a new secret, which is printed once; the old one works for a while longer')
    .argument('<id>', 'id of the key, as "sitegrep keys list" shows it')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret still works, e.g. 0s, 90m, 12h or 7d')
        .argParser(overlap)
        .default(OVERLAP_SECONDS.default, '1d'),
    )
    .option('--json', 'print the key as JSON', false)
    .action(rotate);
  withServerOptions(keys.command('revoke'))
    .description('Revoke a key; this cannot be undone')
    .argument('<id>', 'id of the key, as "sitegrep keys list" shows it')
    .action(revoke);
  return keys;
}

async function create(options: CreateOptions): Promise<void> {
  const scopes: readonly KeyScope[] = options.scope ?? ['search'];
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'write' }, closers);
  const created = await client.admin.keys.create({
    name: options.name,
    scopes: [...new Set(scopes)],
    ...(options.rateLimit === undefined ? {} : { rate_limit_per_minute: options.rateLimit }),
    ...(options.expires === undefined ? {} : { expires_at: formatTimestamp(options.expires) }),
  });
  show(created, '', options.json);
}

async function rotate(id: string, options: RotateOptions): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'write' }, closers);
  const { overlap: seconds } = options;
  const key = await ofKnown(
    'key',
    id,
    'keys list',
    client.admin.keys.rotate(id, { overlap_seconds: seconds }),
  );
  const rest =
    seconds === 0
      ? '; earlier secrets no longer work'
      : `; earlier secrets work until ${formatTimestamp(Date.now() + seconds * 1_000)} at the latest`;
  show(key, rest, options.json);
}

/** @param more further words about the secret, for the person at the terminal */
function show(key: CreatedKey, more: string, json: boolean): void {
  if (json) {
    process.stdout.write(jsonLine(key));
    return;
  }
  process.stdout.write(`${key.secret}\n`);
  const text = `key ${key.id} (${key.scopes.join(', ')}); the secret is not shown again${more}\n`;
  process.stderr.write(paint('dim', text, process.stderr));
}

async function list(options: JsonOptions): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'read' }, closers);
  const keys = await Array.fromAsync(client.admin.keys.all());
  if (options.json) {
    for (const key of keys) process.stdout.write(jsonLine(key));
    return;
  }
  const columns = [
    { title: 'ID', isWhole: true },
    { title: 'NAME' },
    { title: 'PREFIX', isOptional: true },
    { title: 'SCOPES' },
    { title: 'CREATED', isOptional: true },
    { title: 'LAST USED' },
    { title: 'STATE' },
  ];
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.prefix,
    key.scopes.join(','),
    day(key.created_at),
    key.last_used_at === null ? 'never' : day(key.last_used_at),
    stateOf(key, formatTimestamp(Date.now())),
  ]);
  process.stdout.write(`${renderTable(columns, rows)}\n`);
}

async function revoke(id: string, options: ServerOptions): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'write' }, closers);
  const key = await ofKnown('key', id, 'keys list', client.admin.keys.revoke(id));
  process.stdout.write(`revoked ${key.id} (${key.name})\n`);
}

/** @param now a timestamp; timestamps compare as texts */
function stateOf(key: KeyItem, now: string): string {
  if (key.revoked_at !== null) return `revoked ${day(key.revoked_at)}`;
  if (key.expires_at !== null && key.expires_at <= now) return `expired ${day(key.expires_at)}`;
  const end = key.expires_at === null ? 'active' : `expires ${day(key.expires_at)}`;
  const { replaced_until: until } = key;
  return until === null || until <= now ? end : `${end}, earlier secrets end ${day(until)}`;
}

function day(timestamp: string): string {
  return timestamp.slice(0, 10);
}

function nonEmpty(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || !isPlainLine(name)) {
    throw new InvalidArgumentError(
      'Give 1 to 200 characters in one line, without control and format characters.',
    );
  }
  return name;
}

function rate(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1_000_000) {
    throw new InvalidArgumentError('Give a whole number from 1 to 1000000.');
  }
  return value;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** @returns seconds */
function overlap(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * (UNIT_SECONDS[unit] ?? 0);
  if (seconds >= 0 && seconds <= OVERLAP_SECONDS.maximum) return seconds;
  throw new InvalidArgumentError('Give a duration from 0s to 30d, such as 90m, 12h or 7d.');
}

function future(text: string): number {
  const time = parseTimestamp(text);
  if (time === null) throw new InvalidArgumentError(`Give a time as ${TIMESTAMP_FORMS}.`);
  if (time <= Date.now()) throw new InvalidArgumentError('Give a date in the future.');
  return time;
}
