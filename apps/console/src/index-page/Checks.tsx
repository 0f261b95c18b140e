import { useQuery } from '@tanstack/react-query';
import type { Checks as Report } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { counted } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { byUrgency, type Check, problemsIn } from './findings.ts';

const LOOKS = { ok: 'good', warn: 'warning', fail: 'bad' } as const;

/** The findings of the doctor, the worst first. */
export function Checks() {
  const report = useQuery({
    queryKey: ['checks'],
    queryFn: ({ signal }) => client.admin.checks({ signal, timeout: 70_000 }),
    // It runs once when the page is opened, and when it is asked for.
    staleTime: 5 * 60_000,
  });
  return (
    <section className="stack">
      <header className="row apart">
        <p className="quiet">{WORDS.checksHint}</p>
        <Button disabled={report.isFetching} onClick={() => void report.refetch()}>
          {WORDS.checkAgain}
        </Button>
      </header>
      <p role="status">
        {report.isFetching ? WORDS.checking : report.data !== undefined && <Summary {...report.data} />}
      </p>
      <Loaded query={report} lines={8}>
        {({ checks }) => <Findings checks={checks} />}
      </Loaded>
    </section>
  );
}

function Summary({ checks }: Pick<Report, 'checks'>) {
  const { failed, warned } = problemsIn(checks);
  if (failed + warned === 0) return <strong className="good">{WORDS.well}</strong>;
  return (
    <strong className={failed > 0 ? 'bad' : 'warning'}>
      {WORDS.problems(counted(failed, ...WORDS.failures), counted(warned, ...WORDS.warnings))}
    </strong>
  );
}

function Findings({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className="findings">
      {byUrgency(checks).map(({ area, status, finding, remedy }, index) => (
        <li key={index} data-status={status}>
          <span className={LOOKS[status]}>{WORDS.status[status]}</span>
          <span className="quiet">{area}</span>
          <div className="stack tight">
            <Foreign text={finding} />
            {remedy !== null && (
              <p>
                <span aria-hidden="true">→ </span>
                <span className="hidden-text">{WORDS.remedy}: </span>
                <Foreign text={remedy} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
