import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditAction, AuditItem } from '@sitegrep/client';
import { useNavigate, getRouteApi } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { AUDIT_TEXT } from '../text/admin.ts';

const auditRoute = getRouteApi('/audit');

const WORDS = AUDIT_TEXT;

const COLUMNS = [
  { text: WORDS.at },
  { text: WORDS.action },
  { text: WORDS.target },
  { text: WORDS.actor },
  { text: WORDS.from },
  { text: WORDS.result },
];

/** All actions; the compiler names one that is missing. */
const ACTIONS = Object.keys({
  'crawl.create': true,
  'crawl.cancel': true,
  'crawl.delete': true,
  'crawl.retry': true,
  'schedule.put': true,
  'schedule.delete': true,
  'domain.delete': true,
  'block.put': true,
  'block.delete': true,
  'page.send': true,
  'rank.import': true,
  'key.create': true,
  'key.rotate': true,
  'key.revoke': true,
  'session.open': true,
  'session.close': true,
  'session.end': true,
} satisfies Readonly<Record<AuditAction, true>>) as readonly AuditAction[];

/** Actions with administrators' rights, the latest first. */
export function AuditPage() {
  const { action } = auditRoute.useSearch();
  const navigate = useNavigate();
  const chosen = ACTIONS.find((one) => one === action);
  const log = useInfiniteQuery({
    ...listQuery(['audit', chosen ?? ''], (from, options) =>
      client.admin.audit.list(
        { limit: 100, ...(chosen !== undefined && { action: chosen }), ...from },
        options,
      ),
    ),
    staleTime: 0,
  });
  const choice = (
    <label className="row">
      {WORDS.action}
      <select
        className="input"
        value={chosen ?? ''}
        onChange={({ target: { value } }) =>
          void navigate({ to: '/audit', search: value === '' ? {} : { action: value } })
        }
      >
        <option value="">{WORDS.every}</option>
        {ACTIONS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
  return (
    <Page name="audit" heading={WORDS.title} beside={choice}>
      <LoadedList list={log} lines={8} none={<State title={WORDS.none} />}>
        {(items) => <Entries items={items} />}
      </LoadedList>
    </Page>
  );
}

function Entries({ items }: { readonly items: readonly AuditItem[] }) {
  return (
    <Table label={WORDS.title} columns={COLUMNS}>
      {items.map((item) => (
        <tr key={item.id}>
          <td>
            <Time at={item.at} />
          </td>
          <td>{item.action}</td>
          <td>{item.target !== null && <Foreign text={item.target} />}</td>
          <td>{actorOf(item)}</td>
          <td>{item.remote_address}</td>
          <td className={item.result === 'done' ? 'good' : item.result === null ? 'quiet' : 'bad'}>
            {item.result ?? WORDS.running}
            {item.status !== null && <span className="quiet"> {item.status}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function actorOf({ actor, key_prefix: prefix, session_id: session }: AuditItem) {
  if (actor === 'command_line') return WORDS.commandLine;
  if (actor === 'start') return WORDS.start;
  return (
    <>
      <code>{prefix}…</code>
      {session !== null && (
        <span className="quiet" title={session}>
          {' '}
          {WORDS.session}
        </span>
      )}
    </>
  );
}
