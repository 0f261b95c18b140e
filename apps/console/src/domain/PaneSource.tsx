import { type ReactNode, useMemo, useState } from 'react';
import { number } from '../format.ts';
import { Tick } from '../parts/Field.tsx';
import type { Match } from '../query/needles.ts';
import { SOURCE_TEXT } from '../text/domain.ts';
import { PANE_TEXT as WORDS } from '../text/results.ts';
import { CopyLink } from './CopyLink.tsx';
import { MatchSteps } from './MatchSteps.tsx';
import { charactersAt, linesAt, matchAt, unitsAt } from './offsets.ts';
import type { LinkedMatch } from './permalink.ts';
import { useReadSource } from './read-source.ts';
import { PrettySource } from './Source.tsx';
import { SourceView } from './SourceView.tsx';

const NONE: readonly Match[] = [];

interface PaneSourceProps {
  readonly text: string;
  readonly query: string;
  /** Characters before what is looked at; null: the first match. */
  readonly offset: number | null;
  readonly onOffset: (offset: number) => void;
  /** Gives the target of a link to an offset; null: it is not known yet. */
  readonly linkTo: (offset: number) => LinkedMatch | null;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** A source beside the results: the match that is looked at, steps to others, and a link that holds. */
export function PaneSource({ text, query, offset, onOffset, linkTo, children }: PaneSourceProps) {
  const [isWrapped, setWrapped] = useState(true);
  const [isPretty, setPretty] = useState(false);
  const read = useReadSource(text, query, 'source');
  const matches = read?.all ?? NONE;
  const unit = useMemo(() => (offset === null ? null : unitsAt(text, offset)), [text, offset]);
  const current = unit === null ? 0 : matchAt(matches, unit);
  const at = unit ?? matches[0]?.from ?? 0;
  const { line, lines } = useMemo(() => linesAt(text, at), [text, at]);
  const isLooking = read === null && query !== '';
  const link = linkTo(charactersAt(text, at));
  const go = (index: number): void => {
    const match = matches[index];
    if (match !== undefined) onOffset(charactersAt(text, match.from));
  };
  return (
    <>
      <div className="pane-bar">
        <MatchSteps query={query} read={read} current={current} onMatch={go} />
        <span className="quiet">{WORDS.line(number(line), number(lines))}</span>
        <span className="row">
          <Tick label={SOURCE_TEXT.wrap} checked={isWrapped} onChange={() => setWrapped(!isWrapped)} />
          <Tick label={SOURCE_TEXT.pretty} checked={isPretty} onChange={() => setPretty(!isPretty)} />
          <CopyLink to={link} />
          {children}
        </span>
      </div>
      {isPretty ? (
        <PrettySource text={text} query={query} isWrapped={isWrapped} current={current} onMatch={go} />
      ) : (
        <SourceView
          text={text}
          label={SOURCE_TEXT.label}
          isWrapped={isWrapped}
          matches={matches}
          current={isLooking ? -1 : current}
          offset={current === -1 || isLooking ? at : null}
          onMatch={go}
        />
      )}
    </>
  );
}
