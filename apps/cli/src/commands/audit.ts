import type { AuditItem } from '@sitegrep/client';
import { AUDIT_ACTIONS } from '@sitegrep/contract/choices';
import { jsonLine } from '@sitegrep/contract/json';
import { Command, InvalidArgumentError, Option } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { renderTable } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly action?: AuditItem['action'];
  readonly keyId?: string;
  readonly limit: number;
  readonly json: boolean;
}

const ENTRIES_AT_A_TIME = 1_000;

export function auditCommand(): Command {
  return withServerOptions(new Command('audit'))
    .addOption(new Option('--action <action>', 'show only this kind of action').choices(AUDIT_ACTIONS))
    .option('--key-id <id>', 'show only what was done with this key; "sitegrep keys list" shows the ids')
    .addOption(
      new Option('--limit <number>', 'maximum number of entries; 0 shows all').argParser(count).default(50),
    )
    .option('--json', 'print each entry as one line of JSON, in the form of GET /admin/audit-log', false)
    .action(audit);
}

async function audit({ limit, json, action, keyId, ...server }: Options): Promise<void> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  const filter = { ...(action !== undefined && { action }), ...(keyId !== undefined && { key_id: keyId }) };
  const entries: AuditItem[] = [];
  for await (const entry of client.admin.audit.all(filter, { pageSize: ENTRIES_AT_A_TIME })) {
    if (json) process.stdout.write(jsonLine(entry));
    entries.push(entry);
    if (entries.length === limit) break;
  }
  if (!json) process.stdout.write(`${tableOf(entries)}\n`);
}

function tableOf(entries: readonly AuditItem[]): string {
  const columns = [
    { title: 'TIME' },
    { title: 'WHO' },
    { title: 'ACTION' },
    { title: 'TARGET', maxWidth: 60 },
    { title: 'RESULT' },
    { title: 'FROM', isOptional: true },
    { title: 'REQUEST', isOptional: true },
  ];
  const rows = entries.map((item) => [
    item.at.slice(0, 19),
    item.actor === 'api_key' ? `${item.key_prefix ?? ''} ${item.key_id ?? ''}` : item.actor.replace('_', ' '),
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
