import type { PageVersion } from '@sitegrep/client';
import { dayText, momentText, number, size, timeOf } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { positionAfter } from '../parts/slider-keys.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { VERSIONS_TEXT as WORDS } from '../text/versions.ts';
import { spansOf, standingAt } from './version-choice.ts';

const [WIDTH, HEIGHT] = [1_000, 20];
/** Width of a version that stood for a moment, and the gap before each. */
const [MIN_WIDTH, GAP] = [3, 2];

interface VersionBarProps {
  /** The oldest first, at least two. */
  readonly versions: readonly PageVersion[];
  readonly at: number;
  /** Index of the version that it is compared with; null: none. */
  readonly before: number | null;
  readonly onAt: (index: number) => void;
  readonly onBefore: (index: number | null) => void;
}

/** The versions over time, with a slider that goes from one to the next. */
export function VersionBar({ versions, at, before, onAt, onBefore }: VersionBarProps) {
  const shown = versions[at];
  if (shown === undefined) return null;
  const spans = spansOf(versions, Date.now());
  const [from, to] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const x = (time: number): number => (to === from ? 0 : ((time - from) / (to - from)) * WIDTH);
  const name = nameOf(shown);
  return (
    <section className="stack tight" aria-label={WORDS.title}>
      <div className="version-times">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {spans.map((span, index) => (
            <rect
              key={span.from}
              className={index === at ? 'shown' : index === before ? 'compared' : undefined}
              x={Math.min(WIDTH - MIN_WIDTH, x(span.from))}
              y={index === at ? 0 : 4}
              width={Math.max(MIN_WIDTH, x(span.to) - x(span.from) - GAP)}
              height={index === at ? HEIGHT : HEIGHT - 8}
              onClick={() => onAt(index)}
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label={WORDS.slider}
          aria-valuetext={WORDS.position(number(at + 1), number(versions.length), name)}
          min={from}
          max={to}
          step={1}
          value={spans[at]?.from ?? from}
          onKeyDown={(event) => {
            const next = positionAfter(event.key, at, versions.length);
            if (next === null) return;
            event.preventDefault();
            if (next !== at) onAt(next);
          }}
          onChange={({ target: { valueAsNumber: time } }) => {
            const next = standingAt(versions, time);
            if (next !== at) onAt(next);
          }}
        />
        <p className="row apart quiet" aria-hidden="true">
          <span>{dayText(new Date(from))}</span>
          <span>{dayText(new Date(to))}</span>
        </p>
      </div>
      <div className="row">
        <Button aria-label={WORDS.previous} disabled={at === 0} onClick={() => onAt(at - 1)}>
          ←
        </Button>
        <Button aria-label={WORDS.next} disabled={at === versions.length - 1} onClick={() => onAt(at + 1)}>
          →
        </Button>
        <strong>{WORDS.position(number(at + 1), number(versions.length), name)}</strong>
        <span className="quiet">{[stateText(shown), size(shown.bytes), shown.charset].join(' · ')}</span>
        {shown.title !== null && <Foreign text={shown.title} />}
      </div>
      <label className="row">
        <span className="quiet">{WORDS.compare}</span>
        <select
          className="input"
          value={before ?? ''}
          onChange={({ target: { value } }) => onBefore(value === '' ? null : Number(value))}
        >
          <option value="">{WORDS.compareNone}</option>
          {versions
            .map((version, index) => ({ version, index }))
            .filter(({ index }) => index !== at)
            .toReversed()
            .map(({ version, index }) => (
              <option key={version.id} value={index}>
                {nameOf(version)}
                {index === at - 1 && ` (${WORDS.before})`}
              </option>
            ))}
          {before === at && <option value={at}>{name}</option>}
        </select>
      </label>
    </section>
  );
}

/** A version by its first time. */
function nameOf({ first_seen: first }: PageVersion): string {
  return momentText(timeOf(first));
}

/** The time at which a version was seen last, or that it stands. */
function stateText({ last_seen: last, gone_at: gone }: PageVersion): string {
  if (gone !== null) return WORDS.gone(dayText(timeOf(gone)));
  return last === null ? WORDS.stands : WORDS.seenLast(dayText(timeOf(last)));
}
