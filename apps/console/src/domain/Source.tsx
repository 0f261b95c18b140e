import { useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '../frame/shortcuts.tsx';
import { Button } from '../parts/Button.tsx';
import { Loading } from '../parts/Failure.tsx';
import { Tick } from '../parts/Field.tsx';
import { SOURCE_TEXT as WORDS } from '../text/domain.ts';
import { useReadSource } from './read-source.ts';
import { matchAfter, matchesText, offsetIn } from './source-state.ts';
import { SourceView } from './SourceView.tsx';

/** Matches of a source until they are found. */
const NOT_READ = { all: [], isCut: false } as const;

interface SourceProps {
  readonly text: string;
  readonly query: string;
  /** Name of the file when it is saved. */
  readonly name: string;
  /** Index of the match that is looked at. */
  readonly match: number;
  readonly onMatch: (index: number) => void;
}

/** A source with its matches, and its indented form if that is wanted. */
export function Source({ text, query, name, match, onMatch }: SourceProps) {
  const [isWrapped, setWrapped] = useState(true);
  const [isPretty, setPretty] = useState(false);
  const [offset, setOffset] = useState<number | null>(null);
  const read = useReadSource(text, query, false);
  const { all: matches, isCut } = read ?? NOT_READ;
  const current = Math.max(0, Math.min(match, matches.length - 1));
  const follow = (key: string): boolean => {
    const next = matchAfter(key, current, matches.length);
    if (next !== null) onMatch(next);
    return next !== null;
  };
  useMatchKeys(follow);
  return (
    <>
      <div className="row apart">
        <div className="row">
          <StepButton
            text="↑"
            label={WORDS.previous}
            isOff={matches.length === 0}
            onClick={() => follow('p')}
          />
          <StepButton text="↓" label={WORDS.next} isOff={matches.length === 0} onClick={() => follow('n')} />
          <span role="status">
            {matchesText(query, current, read === null ? null : matches.length)}
            {isCut && <span className="warning">{` ${WORDS.cut}`}</span>}
          </span>
        </div>
        <div className="row">
          <OffsetForm onOffset={setOffset} />
          <Tick label={WORDS.wrap} checked={isWrapped} onChange={() => setWrapped(!isWrapped)} />
          <Tick label={WORDS.pretty} checked={isPretty} onChange={() => setPretty(!isPretty)} />
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
          offset={offset}
          onMatch={onMatch}
        />
        {isPretty && <PrettySource text={text} query={query} isWrapped={isWrapped} />}
      </div>
    </>
  );
}

/** Follows keys outside of fields. @param follow says whether it takes a key */
function useMatchKeys(follow: (key: string) => boolean): void {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (!isTyping(event) && follow(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function StepButton(props: {
  readonly text: string;
  readonly label: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}) {
  const { text, label, isOff, onClick } = props;
  return (
    <Button disabled={isOff} onClick={onClick} aria-label={label}>
      {text}
    </Button>
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

/** The indented form of a source, with the matches in it. */
function PrettySource(props: { readonly text: string; readonly query: string; readonly isWrapped: boolean }) {
  const { text, query, isWrapped } = props;
  const read = useReadSource(text, query, true);
  if (read === null) return <Loading lines={12} />;
  return (
    <SourceView
      text={read.text}
      label={WORDS.prettyLabel}
      isWrapped={isWrapped}
      matches={read.all}
      current={-1}
      offset={null}
    />
  );
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
