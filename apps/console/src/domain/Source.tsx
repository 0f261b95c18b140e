import { useMemo, useState } from 'react';
import { counted } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Loading } from '../parts/Failure.tsx';
import { Tick } from '../parts/Field.tsx';
import type { Match } from '../query/needles.ts';
import { SOURCE_TEXT as WORDS } from '../text/domain.ts';
import { CopyLink } from './CopyLink.tsx';
import { MatchSteps } from './MatchSteps.tsx';
import { charactersAt, matchAt, unitsAt } from './offsets.ts';
import type { LinkedMatch } from './permalink.ts';
import { useReadSource } from './read-source.ts';
import { type LookedAt, offsetIn } from './source-state.ts';
import { SourceView } from './SourceView.tsx';

/** Matches of a source until they are found. */
const NONE: readonly Match[] = [];

interface SourceProps {
  readonly text: string;
  readonly query: string;
  /** Name of the file when it is saved. */
  readonly name: string;
  readonly match: LookedAt;
  readonly onMatch: (index: number) => void;
  /** Gives the target of a link to an offset; null: it is not known yet. */
  readonly linkTo: (offset: number) => LinkedMatch | null;
}

/** A source with its matches, and its indented form if that is wanted. */
export function Source({ text, query, name, match, onMatch, linkTo }: SourceProps) {
  const [isWrapped, setWrapped] = useState(true);
  const [isPretty, setPretty] = useState(false);
  const [offset, setOffset] = useState<number | null>(null);
  const read = useReadSource(text, query, 'source');
  const matches = read?.all ?? NONE;
  const linked = useMemo(
    () => ('characters' in match ? unitsAt(text, match.characters) : null),
    [text, match],
  );
  const current =
    'index' in match ? Math.max(0, Math.min(match.index, matches.length - 1)) : matchAt(matches, linked ?? 0);
  const at = matches[current]?.from ?? linked ?? 0;
  const characters = useMemo(() => charactersAt(text, at), [text, at]);
  return (
    <>
      <div className="row apart">
        <MatchSteps query={query} read={read} current={current} onMatch={onMatch} />
        <div className="row">
          <OffsetForm onOffset={(wish) => setOffset(unitsAt(text, wish))} />
          <Tick label={WORDS.wrap} checked={isWrapped} onChange={() => setWrapped(!isWrapped)} />
          <Tick label={WORDS.pretty} checked={isPretty} onChange={() => setPretty(!isPretty)} />
          <CopyLink to={linkTo(characters)} />
          <Button onClick={() => save(text, name)}>{WORDS.download}</Button>
        </div>
      </div>
      <div className="source-views">
        <SourceView
          text={text}
          label={WORDS.label}
          isWrapped={isWrapped}
          matches={matches}
          current={current}
          offset={offset ?? (current === -1 ? linked : null)}
          onMatch={onMatch}
        />
        {isPretty && (
          <PrettySource text={text} query={query} isWrapped={isWrapped} current={current} onMatch={onMatch} />
        )}
      </div>
    </>
  );
}

function OffsetForm({ onOffset }: { readonly onOffset: (offset: number) => void }) {
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        const offset = offsetIn(new FormData(event.currentTarget));
        if (offset !== null) onOffset(offset);
      }}
    >
      <label className="row">
        <span className="quiet">{WORDS.offset}</span>
        <input className="input offset" name="offset" inputMode="numeric" pattern="[0-9]+" size={8} />
      </label>
      <Button type="submit">{WORDS.go}</Button>
    </form>
  );
}

/** The indented form of a source, with the matches of the source in it; it shows the one that is looked at. */
export function PrettySource(props: {
  readonly text: string;
  readonly query: string;
  readonly isWrapped: boolean;
  readonly current: number;
  readonly onMatch: (index: number) => void;
}) {
  const { text, query, isWrapped, current, onMatch } = props;
  const read = useReadSource(text, query, 'code');
  if (read === null) return <Loading lines={12} />;
  const { left } = read;
  return (
    <div className="pretty-source">
      <SourceView
        text={read.text}
        label={WORDS.prettyLabel}
        isWrapped={isWrapped}
        matches={read.all}
        current={current}
        offset={null}
        onMatch={onMatch}
      />
      {left !== 0 && (
        <p className="quiet" role="status">
          {left === null ? WORDS.slowCode : WORDS.leftCode(counted(left, ...WORDS.code))}
        </p>
      )}
    </div>
  );
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
