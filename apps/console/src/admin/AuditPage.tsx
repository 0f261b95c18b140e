import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditAction, AuditItem } from '@sitegrep/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { State } from '../parts/Failure.tsx';
import { Link } from '../parts/Link.tsx';
import { FilteredList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { ACTION_NAMES, AUDIT_TEXT as WORDS } from '../text/audit.ts';
import { AuditTarget } from './AuditTarget.tsx';
import { useKeys } from './key-names.ts';

const auditRoute = getRouteApi('/audit');

const ACTIONS = Object.keys(ACTION_NAMES) as readonly AuditAction[];

/** Criteria of the log, as they stand in the address. */
interface Filter {
  readonly action?: string;
  readonly key?: string;
}

/** Actions with administrators' rights, the latest first: who did what to what. */
export function AuditPage() {
  const filter: Filter = auditRoute.useSearch();
  const navigate = useNavigate();
  const keys = useKeys();
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const action = ACTIONS.find((one) => one === filter.action);
  const { key } = filter;
  const log = useInfiniteQuery({
    ...listQuery(['audit', action ?? '', key ?? ''], (from, options) =>
      client.admin.audit.list(
        {
          limit: 100,
          ...(action !== undefined && { action }),
          ...(key !== undefined && { key_id: key }),
          ...from,
        },
        options,
      ),
    ),
    staleTime: 0,
  });
  const choose = (change: Filter): void => {
    const wanted = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    void navigate({ to: '/audit', search: Object.fromEntries(wanted) });
  };
  const choices = (
    <div className="row">
      <Choice
        label={WORDS.action}
        every={WORDS.everyAction}
        chosen={action ?? ''}
        options={ACTIONS.map((one) => [one, ACTION_NAMES[one]])}
        onChoose={(value) => choose({ action: value })}
      />
      <Choice
        label={WORDS.key}
        every={WORDS.everyKey}
        chosen={key ?? ''}
        options={keys.map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`])}
        onChoose={(value) => choose({ key: value })}
      />
    </div>
  );
  return (
    <Page name="audit" heading={WORDS.title} beside={choices}>
      <FilteredList list={log} lines={8} none={<State title={WORDS.none} />}>
        {(items) => (
          <Table
            label={WORDS.title}
            columns={columnsFor(names, filter)}
            items={items}
            keyOf={({ id }) => id}
          />
        )}
      </FilteredList>
    </Page>
  );
}

function Choice(props: {
  readonly label: string;
  /** Text of the option that leaves nothing out. */
  readonly every: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}) {
  const { label, every, chosen, options, onChoose } = props;
  const isKnown = chosen === '' || options.some(([value]) => value === chosen);
  return (
    <label className="row">
      {label}
      <select className="input" value={chosen} onChange={({ target: { value } }) => onChoose(value)}>
        <option value="">{every}</option>
        {!isKnown && <option value={chosen}>{chosen}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function columnsFor(names: ReadonlyMap<string, string>, filter: Filter): readonly Column<AuditItem>[] {
  return [
    { text: WORDS.at, cell: ({ at }) => <Time at={at} /> },
    { text: WORDS.action, cell: ({ action }) => <span title={action}>{ACTION_NAMES[action]}</span> },
    { text: WORDS.target, cell: (item) => <AuditTarget {...item} names={names} /> },
    { text: WORDS.actor, cell: (item) => <Actor item={item} names={names} filter={filter} /> },
    { text: WORDS.from, className: () => 'quiet', cell: ({ remote_address: address }) => address },
    {
      text: WORDS.result,
      className: ({ result }) => (result === 'done' ? 'good' : result === null ? 'quiet' : 'bad'),
      cell: ({ result, status }) => (
        <>
          {result === null ? WORDS.running : WORDS.results[result]}
          {status !== null && <span className="quiet"> {status}</span>}
        </>
      ),
    },
  ];
}

/** The key or process that did it; the name of a key leads to all that was done with it. */
function Actor(props: {
  readonly item: AuditItem;
  readonly names: ReadonlyMap<string, string>;
  readonly filter: Filter;
}) {
  const { item, names, filter } = props;
  const { actor, key_id: id, key_prefix: prefix, session_id: session } = item;
  if (actor === 'command_line') return WORDS.commandLine;
  if (actor === 'start') return WORDS.start;
  const name = id === null ? undefined : names.get(id);
  return (
    <>
      {id === null || name === undefined ? (
        <code>{prefix}…</code>
      ) : (
        <Link to="/audit" search={{ ...filter, key: id }} title={`${prefix}…`}>
          <bdi dir="auto">{name}</bdi>
        </Link>
      )}
      {session !== null && (
        <span className="quiet" title={session}>
          {' '}
          {WORDS.session}
        </span>
      )}
    </>
  );
}
