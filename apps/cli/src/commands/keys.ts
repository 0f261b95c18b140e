import { isPlainLine, jsonLine } from '@sitegrep/contract';
import { type CreatedKey, createKey, OVERLAP_SECONDS, type RotatedKey, rotateKey } from '@sitegrep/api/keys';
import { type ApiKey, MAX_REPLACED_SECRETS, type Scope, SCOPES } from '@sitegrep/storage';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailed } from '../failure.ts';
import { auditedHere, openExistingStorage, openSharedStorage, readConfig } from '../instance.ts';
import { paint, renderTable } from '../terminal.ts';

interface CreateOptions {
  readonly name: string;
  readonly scope: readonly Scope[];
  readonly rateLimit?: number;
  readonly expires?: number;
  readonly json: boolean;
}

export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'Create, list, rotate and revoke API keys; running servers follow within a second',
  );
  keys
    .command('create')
    .description('Create a key; its secret is printed once and stored only as a hash')
    .requiredOption('--name <text>', 'name of the key: who or what uses it', nonEmpty)
    .addOption(
      new Option('--scope <scope...>', 'what the key may do').choices(SCOPES).default(['search'], 'search'),
    )
    .option('--rate-limit <number>', 'requests per minute (default: SITEGREP_RATE_LIMIT_PER_MINUTE)', rate)
    .option('--expires <date>', 'end of the key in ISO 8601, e.g. 2027-01-31 or 2027-01-31T12:00:00Z', future)
    .option('--json', 'print the key as JSON', false)
    .action(create);
  keys
    .command('list')
    .description('List all keys, including revoked ones')
    .option('--json', 'print the keys as JSON', false)
    .action(list);
  keys
    .command('rotate')
    .description('Give a key a new secret, which is printed once; the old one works for a while longer')
    .argument('<id>', 'id of the key, as "sitegrep keys list" shows it')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret still works, e.g. 0s, 90m, 12h or 7d')
        .argParser(overlap)
        .default(OVERLAP_SECONDS.default, '1d'),
    )
    .option('--json', 'print the key as JSON', false)
    .action(rotate);
  keys
    .command('revoke')
    .description('Revoke a key; this cannot be undone')
    .argument('<id>', 'id of the key, as "sitegrep keys list" shows it')
    .action(revoke);
  return keys;
}

async function create(options: CreateOptions): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const storage = await openSharedStorage(readConfig(), closers);
  const wish = {
    name: options.name,
    scopes: [...new Set(options.scope)],
    ...(options.rateLimit === undefined ? {} : { rateLimitPerMinute: options.rateLimit }),
    ...(options.expires === undefined ? {} : { expiresAt: options.expires }),
  };
  const created = await auditedHere(storage, 'key.create', null, async (name) => {
    const made = await createKey(storage.keys, wish);
    name(made.key.id);
    return made;
  });
  show(created, '', options.json);
}

async function rotate(
  id: string,
  { overlap: seconds, json }: { readonly overlap: number; readonly json: boolean },
): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(readConfig(), closers);
  const { key, secret } = await auditedHere(storage, 'key.rotate', id, async () => {
    const rotated = await rotateKey(storage.keys, id, seconds);
    if (rotated.kind !== 'rotated') throw refusalOf(id, rotated);
    return rotated;
  });
  const end = Math.min(key.replacedUntil ?? 0, key.expiresAt ?? Infinity);
  const rest =
    seconds === 0
      ? '; earlier secrets no longer work'
      : `; earlier secrets work until ${new Date(end).toISOString()} at the latest`;
  show({ key, secret }, rest, json);
}

/** @param more further words about the secret, for the person at the terminal */
function show({ key, secret }: CreatedKey, more: string, json: boolean): void {
  if (json) {
    process.stdout.write(jsonLine({ ...key, secret }));
    return;
  }
  process.stdout.write(`${secret}\n`);
  const text = `key ${key.id} (${key.scopes.join(', ')}); the secret is not shown again${more}\n`;
  process.stderr.write(paint('dim', text, process.stderr));
}

function refusalOf(id: string, refused: Exclude<RotatedKey, { kind: 'rotated' }>): CommandFailed {
  switch (refused.kind) {
    case 'unknown':
      return noSuchKey(id);
    case 'revoked':
    case 'expired':
      return new CommandFailed(`key ${id} is ${refused.kind}; create another one.`);
    case 'too_many':
      return new CommandFailed(
        `${MAX_REPLACED_SECRETS} earlier secrets of key ${id} still work, the first until ${new Date(refused.freeAt).toISOString()}: ` +
          'wait until then, or end them all with --overlap 0s.',
      );
  }
}

function noSuchKey(id: string): CommandFailed {
  return new CommandFailed(`there is no key ${id}; "sitegrep keys list" lists them.`);
}

async function list(options: { readonly json: boolean }): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(readConfig(), closers);
  const keys = await storage.keys.list();
  if (options.json) {
    process.stdout.write(jsonLine(keys));
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
  const key = await auditedHere(storage, 'key.revoke', id, async () => {
    const revoked = await storage.keys.revoke(id, Date.now());
    if (revoked === null) throw noSuchKey(id);
    return revoked;
  });
  process.stdout.write(`revoked ${key.id} (${key.name})\n`);
}

function stateOf(key: ApiKey, now: number): string {
  if (key.revokedAt !== null) return `revoked ${day(key.revokedAt)}`;
  if (key.expiresAt !== null && key.expiresAt <= now) return `expired ${day(key.expiresAt)}`;
  const end = key.expiresAt === null ? 'active' : `expires ${day(key.expiresAt)}`;
  const { replacedUntil } = key;
  return replacedUntil === null || replacedUntil <= now
    ? end
    : `${end}, earlier secrets end ${day(replacedUntil)}`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
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
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError('Give an ISO 8601 date.');
  if (time <= Date.now()) throw new InvalidArgumentError('Give a date in the future.');
  return time;
}
