import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reanalysis, Stats } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { boundText, counted, number } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';

const PARTS = ['headers', 'cookies', 'hosts', 'files', 'certificate', 'icon'] as const;

/** Interval at which a run is looked at while it goes on, in milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** How many domains have each part of what sites answer, and facts of this version. */
export function Coverage({ stats }: { readonly stats: Stats }) {
  const { domains, domains_with: having } = stats;
  return (
    <section className="stack tight" aria-labelledby="coverage">
      <h2 id="coverage">{WORDS.coverage}</h2>
      <p className="quiet">{WORDS.coverageHint}</p>
      <table className="narrow">
        <thead>
          <tr>
            <th scope="col">{WORDS.has}</th>
            <th scope="col" className="number">
              {WORDS.domains}
            </th>
            <th scope="col" className="number">
              {WORDS.share100}
            </th>
          </tr>
        </thead>
        <tbody>
          {PARTS.map((part) => (
            <tr key={part}>
              <td>{WORDS.parts[part]}</td>
              <td className="number">{number(having[part])}</td>
              <td className="number">{`${Math.floor((100 * having[part]) / domains)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <OutdatedPages />
    </section>
  );
}

/** Pages of an earlier version, and the run that analyses them again. */
function OutdatedPages() {
  const queries = useQueryClient();
  const last = useQuery({
    queryKey: ['reanalysis'],
    queryFn: ({ signal }) => client.admin.reanalysis({ signal }),
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? LOOK_EVERY_MS : false),
  });
  const change = useMutation({
    mutationFn: (isGoingOn: boolean) =>
      isGoingOn ? client.admin.stopReanalysis() : client.admin.reanalyse(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['reanalysis'] }),
  });
  return (
    <Loaded query={last}>
      {({ run, outdated_domains: outdated }) => {
        const isGoingOn = run?.state === 'running';
        return (
          <>
            {outdated.count > 0 && (
              <p>{WORDS.outdated(boundText(outdated, counted(outdated.count, ...WORDS.outdatedWord)))}</p>
            )}
            {run !== null && <p role="status">{runText(run)}</p>}
            {(outdated.count > 0 || isGoingOn) && (
              <div>
                <Button onClick={() => change.mutate(isGoingOn)} disabled={change.isPending}>
                  {isGoingOn ? WORDS.stop : WORDS.reanalyse}
                </Button>
              </div>
            )}
            <Problem text={change.error === null ? null : messageOf(change.error)} />
          </>
        );
      }}
    </Loaded>
  );
}

function runText({ state, reason, domains: { done, total }, pages: { analysed } }: Reanalysis): string {
  const pages = counted(analysed, ...WORDS.pageWord);
  if (state === 'running')
    return WORDS.reanalysing(number(done), total === null ? '…' : number(total), pages);
  return reason === null ? WORDS.reanalysed(pages) : WORDS.reanalysisFailed(reason);
}
