import type { PageVersion } from '@sitegrep/client';
import { dayText, momentText, number, timeOf } from '../format.ts';
import { positionAfter } from '../parts/slider-keys.ts';
import { PANE_TEXT } from '../text/results.ts';
import { VERSIONS_TEXT as WORDS } from '../text/versions.ts';

interface VersionSliderProps {
  /** The oldest first, at least two. */
  readonly versions: readonly PageVersion[];
  readonly at: number;
  readonly onAt: (index: number) => void;
}

/** The versions of a page in a line, one step each. */
export function VersionSlider({ versions, at, onAt }: VersionSliderProps) {
  const shown = versions[at];
  if (shown === undefined) return null;
  const since = timeOf(shown.first_seen);
  return (
    <label className="version-slider">
      <span className="quiet">{PANE_TEXT.versions}</span>
      <input
        type="range"
        aria-label={WORDS.slider}
        aria-valuetext={WORDS.position(number(at + 1), number(versions.length), momentText(since))}
        min={0}
        max={versions.length - 1}
        step={1}
        value={at}
        onKeyDown={(event) => {
          const next = positionAfter(event.key, at, versions.length);
          if (next === null) return;
          event.preventDefault();
          if (next !== at) onAt(next);
        }}
        onChange={({ target: { valueAsNumber: next } }) => {
          if (next !== at) onAt(next);
        }}
      />
      <span className="quiet">{PANE_TEXT.since(dayText(since))}</span>
    </label>
  );
}
