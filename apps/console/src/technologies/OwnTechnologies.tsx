import { useQuery } from '@tanstack/react-query';
import type { TechnologySet } from '@sitegrep/client';
import { boundText, counted, number } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { TEXT } from '../text.ts';
import { TECHNOLOGIES_TEXT as WORDS } from '../text/technologies.ts';
import { technologySet } from './queries.ts';

type Own = TechnologySet['own'][number];
type Problem = TechnologySet['problems'][number];

const COLUMNS: readonly Column<Own>[] = [
  { text: WORDS.name, cell: (own) => <Name own={own} /> },
  { text: WORDS.categories, cell: ({ categories }) => categories.join(', ') },
  { text: WORDS.by, cell: (own) => <FoundBy own={own} /> },
  { text: WORDS.domains, isNumber: true, cell: ({ domains }) => number(domains) },
  {
    text: WORDS.actions,
    isHidden: true,
    cell: ({ search, name }) =>
      search !== null && (
        <Link
          to="/technologies"
          search={{ tab: 'editor', search }}
          className="button"
          aria-label={`${WORDS.change} ${name}`}
        >
          {WORDS.change}
        </Link>
      ),
  },
];

const PROBLEM_COLUMNS: readonly Column<Problem>[] = [
  {
    text: WORDS.where,
    cell: ({ file, search }) =>
      search === null ? (
        <Foreign text={file ?? ''} />
      ) : (
        <Link to="/saved/$id" params={{ id: search }} className="mono">
          {search}
        </Link>
      ),
  },
  { text: WORDS.name, cell: ({ technology }) => <Foreign text={technology ?? WORDS.whole} /> },
  {
    text: WORDS.part,
    cell: ({ key }) => (
      <span className="mono">
        <Foreign text={key ?? WORDS.whole} />
      </span>
    ),
  },
  { text: WORDS.reason, cell: ({ reason }) => <Foreign text={reason} /> },
];

/** Technologies of one's own, what of them is not taken, and how far stored pages are judged by them. */
export function OwnTechnologies() {
  const set = useQuery(technologySet());
  return (
    <Loaded query={set} lines={6}>
      {(data) => (
        <>
          <SetFacts set={data} />
          {data.own.length === 0 ? <None /> : <OwnTable set={data} />}
          {data.problems.length > 0 && (
            <section className="stack">
              <h2>{WORDS.problems}</h2>
              <p className="quiet">{WORDS.problemsLead}</p>
              <Table
                label={WORDS.problems}
                columns={PROBLEM_COLUMNS}
                items={data.problems}
                keyOf={({ file, search, technology, key, reason }) =>
                  JSON.stringify([file, search, technology, key, reason])
                }
              />
              <Shown shown={data.problems.length} all={data.problems_count} />
            </section>
          )}
        </>
      )}
    </Loaded>
  );
}

function OwnTable({ set: { own, own_count: all } }: { readonly set: TechnologySet }) {
  return (
    <>
      <Table
        label={WORDS.tab.own}
        columns={COLUMNS}
        items={own}
        keyOf={({ name, search }) => `${search ?? ''} ${name}`}
        className="own-technologies"
      />
      <Shown shown={own.length} all={all} />
    </>
  );
}

function Shown({ shown, all }: { readonly shown: number; readonly all: number }) {
  return shown < all && <p className="quiet">{WORDS.shown(number(shown), number(all))}</p>;
}

function None() {
  return (
    <State title={WORDS.none}>
      <p>{WORDS.noneHint}</p>
      <Link to="/technologies" search={{ tab: 'editor' }} className="button primary">
        {WORDS.noneAction}
      </Link>
    </State>
  );
}

function SetFacts({ set }: { readonly set: TechnologySet }) {
  const { public_set: publicSet, outdated_domains: outdated, run } = set;
  return (
    <dl className="facts">
      <dt>{WORDS.set}</dt>
      <dd>{publicSet === null ? WORDS.builtIn : WORDS.publicSet(publicSet.name, publicSet.taken_at)}</dd>
      <dt>{WORDS.technologies}</dt>
      <dd>{number(set.technologies)}</dd>
      <dt>{WORDS.since}</dt>
      <dd>{set.in_use_since === null ? WORDS.notYet : <Time at={set.in_use_since} />}</dd>
      <dt>{WORDS.judged}</dt>
      <dd>
        <div role="status">
          {outdated.count === 0
            ? WORDS.allJudged
            : WORDS.toJudge(
                boundText(outdated, counted(outdated.count, TEXT.search.domain, TEXT.search.domains)),
              )}
          {run?.state === 'running' && (
            <p className="quiet">
              {WORDS.judging(
                number(run.domains.done),
                run.domains.total === null ? '?' : number(run.domains.total),
              )}
            </p>
          )}
        </div>
      </dd>
    </dl>
  );
}

function Name({ own: { name, replaces } }: { readonly own: Own }) {
  return (
    <>
      <Link to="/trends/$technology" params={{ technology: name }}>
        <Foreign text={name} />
      </Link>
      {replaces && <div className="warning">{WORDS.clash}</div>}
    </>
  );
}

function FoundBy({ own: { search, query } }: { readonly own: Own }) {
  return (
    <>
      {query === null ? WORDS.fingerprint : <ShownQuery query={query} />}
      <div className="quiet">
        {search === null ? (
          WORDS.byFile
        ) : (
          <Link to="/saved/$id" params={{ id: search }} className="mono">
            {search}
          </Link>
        )}
      </div>
    </>
  );
}
