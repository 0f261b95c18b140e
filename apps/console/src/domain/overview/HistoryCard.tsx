import type { DomainHistory } from '@sitegrep/client';
import { counted, dayText, number, timeOf } from '../../format.ts';
import { Foreign } from '../../parts/Foreign.tsx';
import { OVERVIEW_TEXT as WORDS } from '../../text/overview.ts';
import { Card } from './Card.tsx';
import { type BarPart, type BarRow, barsOf, ticksOf } from './history-bars.ts';
import { TabLink } from './TabLink.tsx';
import './history-bars.css';

interface HistoryCardProps {
  readonly domain: string;
  readonly query: string;
  readonly history: DomainHistory;
}

/** The changes over the visits of a domain, as bars; those who do not see them read the same. */
export function HistoryCard({ domain, query, history }: HistoryCardProps) {
  const { items, visits } = history;
  const { rows, moreRows } = barsOf(items, visits);
  return (
    <Card
      title={WORDS.history}
      beside={
        <TabLink domain={domain} search={{ ...(query !== '' && { q: query }), tab: 'history' }}>
          {WORDS.allHistory} <span aria-hidden="true">→</span>
        </TabLink>
      }
    >
      {rows.length === 0 ? (
        <p className="quiet">{nothingText(visits)}</p>
      ) : (
        <ul className="bars">
          {rows.map((row) => (
            <Row key={`${row.kind} ${row.name}`} row={row} />
          ))}
          <li className="ticks" aria-hidden="true">
            <span />
            <span className="bar">
              {ticksOf(visits).map(({ at, time }) => (
                <span key={at} style={{ insetInlineStart: percent(at) }}>
                  {dayText(time)}
                </span>
              ))}
            </span>
          </li>
        </ul>
      )}
      {moreRows > 0 && <p className="quiet">{WORDS.moreRows(number(moreRows))}</p>}
      {history.next_token !== '' && <p className="quiet">{WORDS.cutHistory}</p>}
    </Card>
  );
}

function nothingText(visits: DomainHistory['visits']): string {
  const [first] = visits;
  if (first === undefined) return WORDS.noVisit;
  const day = dayText(timeOf(first.at));
  return visits.length === 1 ? WORDS.oneVisit(day) : WORDS.noChange(counted(visits.length, WORDS.visit), day);
}

function Row({ row: { kind, name, parts } }: { readonly row: BarRow }) {
  return (
    <li>
      <span className="bar-name">{kind === 'tech' ? <Foreign text={name} /> : WORDS.rows[kind]}</span>
      <span className="bar">
        {parts.map((part, index) => (
          <span
            // Two titles may begin at the same visit.
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a row do not change
            key={index}
            className={`part ${part.look}`}
            title={wordsOf(part)}
            style={{
              // A visit has no length, and is seen at the end, too.
              insetInlineStart: `min(${percent(part.from)}, calc(100% - 4px))`,
              inlineSize: percent(part.to - part.from),
            }}
          >
            <Foreign text={part.text} />
            <span className="hidden-text"> {timesOf(part)}</span>
          </span>
        ))}
      </span>
    </li>
  );
}

function percent(fraction: number): string {
  return `${100 * fraction}%`;
}

function timesOf({ since, until }: BarPart): string {
  const from = dayText(timeOf(since));
  return until === null ? WORDS.sinceThen(from) : WORDS.span(from, dayText(timeOf(until)));
}

function wordsOf(part: BarPart): string {
  return part.text === '' ? timesOf(part) : `${part.text}, ${timesOf(part)}`;
}
