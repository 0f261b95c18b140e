import { AUDIT_ACTIONS, auditItem } from '@sitegrep/api/audit';
import { jsonLine } from '@sitegrep/contract';
import type { AuditEntry, AuditLog } from '@sitegrep/storage';
import { Command, InvalidArgumentError, Option } from 'commander';
import { openExistingStorage, readConfig } from '../instance.ts';
import { renderTable } from '../terminal.ts';

interface Options {
  readonly action?: string;
  readonly key?: string;
  readonly limit: number;
  readonly json: boolean;
}

const ENTRIES_AT_A_TIME = 1_000;

export function auditCommand(): Command {
  return new Command('audit')
    .description('List what was done with admin keys and on the command line, the latest first')
    .addOption(new Option('--action <action>', 'show only this kind of action').choices(AUDIT_ACTIONS))
    .option('--key <id>', 'show only what was done with this key; "sitegrep keys list" shows the ids')
    .addOption(
      new Option('--limit <number>', 'maximum number of entries; 0 shows all').argParser(count).default(50),
    )
    .option('--json', 'print each entry as one line of JSON, in the form of GET /admin/audit-log', false)
    .action(audit);
}

async function audit({ limit, json, action, key }: Options): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(readConfig(), closers);
  const filter = { ...(action !== undefined && { action }), ...(key !== undefined && { keyId: key }) };
  const wanted = limit === 0 ? Infinity : limit;
  for await (const entries of pages(storage.audit, filter, wanted)) {
    process.stdout.write(json ? jsonOf(entries) : `${tableOf(entries)}\n`);
  }
}

async function* pages(
  log: AuditLog,
  filter: { readonly action?: string; readonly keyId?: string },
  wanted: number,
): AsyncGenerator<readonly AuditEntry[]> {
  let [left, after] = [wanted, ''];
  while (left > 0) {
    const limit = Math.min(left, ENTRIES_AT_A_TIME);
    const { items, next } = await log.list({ ...filter, limit, ...(after !== '' && { after }) });
    // A table without rows shows that there are no entries.
    if (items.length > 0 || after === '') yield items;
    if (next === null) return;
    [left, after] = [left - items.length, next];
  }
}

function jsonOf(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => jsonLine(auditItem(entry))).join('');
}

function tableOf(entries: readonly AuditEntry[]): string {
  const columns = [
    { title: 'TIME' },
    { title: 'WHO' },
    { title: 'ACTION' },
    { title: 'TARGET', maxWidth: 60 },
    { title: 'RESULT' },
    { title: 'FROM' },
    { title: 'REQUEST' },
  ];
  const rows = entries
    .map(auditItem)
    .map((item) => [
      item.at,
      item.actor === 'api_key'
        ? `${item.key_prefix ?? ''} ${item.key_id ?? ''}`
        : item.actor.replace('_', ' '),
      item.action,
      item.target ?? '',
      [item.result ?? 'unknown', item.status ?? ''].join(' ').trim(),
      item.remote_address ?? '',
      item.request_id ?? '',
    ]);
  return renderTable(columns, rows);
}

function count(text: string): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text)) return value;
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}
