import { Command, InvalidArgumentError, Option } from 'commander';
import { createKey } from '@sitegrep/api/keys';
import { SCOPES, type ApiKey, type Scope } from '@sitegrep/storage';
import { CommandFailed } from '../failure.ts';
import { openExistingStorage, openSharedStorage, readConfig } from '../instance.ts';
import { renderTable } from '../table.ts';
import { paint } from '../terminal.ts';

interface CreateOptions {
  readonly name: string;
  readonly scope: readonly Scope[];
  readonly rateLimit?: number;
  readonly expires?: number;
  readonly json: boolean;
}

export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'Create, list and revoke API keys; a running server follows at once',
  );
  keys
    .command('create')
    .description('Create a key; its secret is printed once and stored only as a hash')
    .requiredOption('--name <text>', 'who or what uses it', nonEmpty)
    .addOption(
      new Option('--scope <scope...>', 'what it may do').choices(SCOPES).default(['search'], 'search'),
    )
    .option('--rate-limit <number>', 'requests a minute, instead of the setting', rate)
    .option('--expires <date>', 'ISO 8601, e.g. 2027-01-31 or 2027-01-31T12:00:00Z', future)
    .option('--json', 'as JSON', false)
    .action(create);
  keys
    .command('list')
    .description('List all keys, revoked ones too')
    .option('--json', 'as JSON', false)
    .action(list);
  keys
    .command('revoke')
    .description('Revoke a key for good')
    .argument('<id>', 'as `keys list` shows it')
    .action(revoke);
  return keys;
}

async function create(options: CreateOptions): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const storage = await openSharedStorage(readConfig(), closers);
  const { key, secret } = await createKey(storage.keys, {
    name: options.name,
    scopes: [...new Set(options.scope)],
    ...(options.rateLimit === undefined ? {} : { rateLimitPerMinute: options.rateLimit }),
    ...(options.expires === undefined ? {} : { expiresAt: options.expires }),
  });
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...key, secret })}\n`);
    return;
  }
  process.stdout.write(`${secret}\n`);
  process.stderr.write(
    paint('dim', `key ${key.id} (${key.scopes.join(', ')}); the secret is not shown again\n`, process.stderr),
  );
}

async function list(options: { readonly json: boolean }): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(readConfig(), closers);
  const keys = await storage.keys.list();
  if (options.json) {
    process.stdout.write(`${JSON.stringify(keys)}\n`);
    return;
  }
  const columns = ['ID', 'NAME', 'PREFIX', 'SCOPES', 'CREATED', 'LAST USED', 'STATE'].map((title) => ({
    title,
  }));
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.prefix,
    key.scopes.join(','),
    day(key.createdAt),
    key.lastUsedAt === null ? 'never' : day(key.lastUsedAt),
    stateOf(key, Date.now()),
  ]);
  process.stdout.write(`${renderTable(columns, rows)}\n`);
}

async function revoke(id: string): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(readConfig(), closers);
  const key = await storage.keys.revoke(id, Date.now());
  if (key === null) throw new CommandFailed(`there is no key ${id}; \`sitegrep keys list\` shows them all.`);
  process.stdout.write(`revoked ${key.id} (${key.name})\n`);
}

function stateOf(key: ApiKey, now: number): string {
  if (key.revokedAt !== null) return `revoked ${day(key.revokedAt)}`;
  if (key.expiresAt !== null) return `${key.expiresAt <= now ? 'expired' : 'expires'} ${day(key.expiresAt)}`;
  return 'active';
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function nonEmpty(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 100) throw new InvalidArgumentError('Give 1 to 100 characters.');
  return name;
}

function rate(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1_000_000) {
    throw new InvalidArgumentError('Give a whole number from 1 to 1000000.');
  }
  return value;
}

function future(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('Give an ISO 8601 date.');
  if (time <= Date.now()) throw new InvalidArgumentError('That is in the past.');
  return time;
}
