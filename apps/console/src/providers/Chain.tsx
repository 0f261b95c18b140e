import { useQuery } from '@tanstack/react-query';
import type { ProviderReport } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { number } from '../format.ts';
import { State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { PROVIDER_TEXT as WORDS } from '../text/providers.ts';
import { NEARLY_SPENT, spentOf } from './budget.ts';
import type { OperationName } from './operations.ts';

const COLUMNS = [
  { text: WORDS.order, isNumber: true },
  { text: WORDS.provider },
  { text: WORDS.state },
  { text: WORDS.inFlight, isNumber: true },
  { text: WORDS.budget },
  { text: WORDS.answered },
  { text: WORDS.failed },
];

type Provider = ProviderReport['operations'][number]['providers'][number];

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
      <Providers providers={report.providers} />
      <p className="quiet">
        {WORDS.chainHint} {WORDS.stateHint}
      </p>
    </>
  );
}

function Providers({ providers }: { readonly providers: readonly Provider[] }) {
  return (
    <Table label={WORDS.chain} columns={COLUMNS} className="chain">
      {providers.map((provider, index) => (
        <tr key={provider.name}>
          <td className="number">{index + 1}</td>
          <td>
            <code>{provider.name}</code>
          </td>
          <td>
            <StateOf provider={provider} />
          </td>
          <td className="number">{number(provider.in_flight)}</td>
          <td>
            <Budget budget={provider.budget} />
          </td>
          <td>{provider.last_answer_at === null ? never : <Time at={provider.last_answer_at} />}</td>
          <td className="last-error">
            {provider.last_error === null ? (
              never
            ) : (
              <>
                <Foreign text={provider.last_error.message} />{' '}
                <span className="quiet">
                  {provider.last_error.kind}, <Time at={provider.last_error.at} />
                </span>
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const never = <span className="quiet">{WORDS.never}</span>;

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
