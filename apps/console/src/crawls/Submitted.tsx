import type { CrawlItem } from '@sitegrep/client';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { NUMBER_OPTIONS } from './crawl-options.ts';
import { Rejected } from './Rejected.tsx';

/** The submission of a crawl: the source of the sites, the first of them, what was refused, and the options. */
export function Submitted({ crawl }: { readonly crawl: CrawlItem }) {
  const { submitted, options, rejected, retry_of: original, schedule_id: schedule, sites } = crawl;
  const more = sites.total - submitted.first.length;
  return (
    <div className="stack tight">
      <details>
        <summary>{WORDS.submitted}</summary>
        <div className="submitted">
          <div className="stack tight">
            <p>{sourceText(crawl)}</p>
            {schedule !== null && (
              <p>
                {WORDS.bySchedule} <Link to="/schedules">{schedule}</Link>
              </p>
            )}
            <ul className="mono">
              {submitted.first.map((entry) => (
                <li key={entry}>
                  <Foreign text={entry} />
                </li>
              ))}
            </ul>
            {submitted.first.length > 0 && more > 0 && (
              <p className="quiet">{WORDS.submittedMore(number(more))}</p>
            )}
          </div>
          <dl className="facts">
            {NUMBER_OPTIONS.map((name) => (
              <Option key={name} name={WORDS.options[name].label} value={number(options[name])} />
            ))}
            <Option name={WORDS.render} value={WORDS.renders[options.render]} />
          </dl>
        </div>
      </details>
      {original !== null && (
        <p>
          {WORDS.retryOf}{' '}
          <Link to="/crawls/$id" params={{ id: original }}>
            {WORDS.earlier}
          </Link>
        </p>
      )}
      <Rejected rejected={rejected} />
    </div>
  );
}

function Option({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function sourceText({ submitted: { index, list } }: CrawlItem): string {
  if (index) return WORDS.fromIndex;
  return list === null ? WORDS.fromEntries : WORDS.fromList(list);
}
