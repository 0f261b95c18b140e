import { useQuery } from '@tanstack/react-query';
import type { ProviderReport } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { number } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { PROVIDER_TEXT as WORDS } from '../text/providers.ts';
import { NEARLY_SPENT, spentOf } from './budget.ts';
import type { OperationName } from './operations.ts';

type Provider = ProviderReport['operations'][number]['providers'][number];

const COLUMNS: readonly Column<Provider>[] = [
  { text: WORDS.order, isNumber: true, cell: (_, index) => index + 1 },
  { text: WORDS.provider, cell: ({ name }) => <code>{name}</code> },
  { text: WORDS.state, cell: (provider) => <StateOf provider={provider} /> },
  { text: WORDS.inFlight, isNumber: true, cell: ({ in_flight: running }) => number(running) },
  { text: WORDS.budget, cell: ({ budget }) => <Budget budget={budget} /> },
  {
    text: WORDS.answered,
    cell: ({ last_answer_at: at }) => (at === null ? <Never /> : <Time at={at} />),
  },
  {
    text: WORDS.failed,
    className: () => 'last-error',
    cell: ({ last_error: error }) =>
      error === null ? (
        <Never />
      ) : (
        <>
          <Foreign text={error.message} />{' '}
          <span className="quiet">
            {error.kind}, <Time at={error.at} />
          </span>
        </>
      ),
  },
];

/** Time between two looks at how providers do, in milliseconds. */
const EVERY_MS = 10_000;

export const PROVIDERS_KEY = ['providers'] as const;

/** The providers of an operation in the order in which they are called, and how each does. */
export function Chain({ operation }: { readonly operation: OperationName }) {
  const report = useQuery({
    queryKey: PROVIDERS_KEY,
    queryFn: ({ signal }) => client.admin.providers({ signal }),
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  return (
    <section className="stack tight">
      <h2>{WORDS.chain}</h2>
      <Loaded query={report}>
        {({ operations }) => (
          <ProvidersOf report={operations.find(({ operation: path }) => path === `/${operation}`)} />
        )}
      </Loaded>
    </section>
  );
}

function ProvidersOf({ report }: { readonly report: ProviderReport['operations'][number] | undefined }) {
  if (report === undefined || report.providers.length === 0)
    return (
      <State title={WORDS.none}>
        <p>{WORDS.noneHint(report?.setting ?? '')}</p>
      </State>
    );
  return (
    <>
      <Table
        label={WORDS.chain}
        columns={COLUMNS}
        className="chain"
        items={report.providers}
        keyOf={({ name }) => name}
      />
      <p className="quiet">
        {WORDS.chainHint} {WORDS.stateHint}
      </p>
    </>
  );
}

function Never() {
  return <span className="quiet">{WORDS.never}</span>;
}

const LOOKS = { ready: 'good', resting: 'bad', on_trial: 'warning' } as const;

function StateOf({ provider: { state, rests_until: until } }: { readonly provider: Provider }) {
  return (
    <>
      <span className={LOOKS[state]}>{WORDS.states[state]}</span>
      {until !== null && (
        <span className="quiet">
          {' '}
          {WORDS.until} <Time at={until} />
        </span>
      )}
    </>
  );
}

function Budget({ budget }: { readonly budget: Provider['budget'] }) {
  if (budget === null) return <span className="quiet">{WORDS.noBudget}</span>;
  const { spent, look } = spentOf(budget);
  const text = WORDS.spent(number(spent), number(budget.daily));
  return (
    <span className="budget">
      <meter
        aria-label={WORDS.budget}
        min={0}
        max={budget.daily}
        value={spent}
        high={NEARLY_SPENT * budget.daily}
        optimum={0}
      >
        {text}
      </meter>
      <span className={look}>{text}</span>
    </span>
  );
}
