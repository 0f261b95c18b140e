import type { Samples } from '@sitegrep/client';
import { counted } from '../format.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { ShownQuery } from '../query/ShownQuery.tsx';
import { FIRST_TEXT } from '../text/first.ts';
import { useSampleAct } from './sample-acts.ts';

const WORDS = FIRST_TEXT.samples;

interface FirstSamplesProps {
  readonly samples: Samples;
  /** True if there is nothing to search yet. */
  readonly isEmpty: boolean;
  readonly onQuery: (query: string) => void;
}

/** The sample sites: a button that adds them, and then searches that find something on them. */
export function FirstSamples({ samples, isEmpty, onQuery }: FirstSamplesProps) {
  const { sites, indexed, searches } = samples;
  const { act, isBusy, error } = useSampleAct();
  const problem = <Problem text={error === null ? null : messageOf(error)} />;
  if (indexed === 0) {
    return (
      <>
        <p>{WORDS.lead(counted(sites, 'small site'))}</p>
        {problem}
        <div>
          <Button {...(isEmpty && { look: 'primary' as const })} disabled={isBusy} onClick={() => act('add')}>
            {isBusy ? WORDS.adding : WORDS.add}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>{WORDS.there(counted(indexed, 'sample site'))}</p>
      <ul className="examples">
        {searches.map(({ q, shows }) => (
          <li key={q}>
            <button type="button" className="example" onClick={() => onQuery(q)}>
              <ShownQuery query={q} />
              <span className="quiet">{shows}</span>
            </button>
          </li>
        ))}
      </ul>
      {problem}
      <div>
        <button type="button" className="link-button" disabled={isBusy} onClick={() => act('remove')}>
          {isBusy ? WORDS.removing : WORDS.remove}
        </button>
      </div>
    </>
  );
}
