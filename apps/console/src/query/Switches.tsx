import { TEXT } from '../text.ts';
import { SWITCH_NAMES, switched, switchesIn } from './switches.ts';

interface SwitchesProps {
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
}

/** How the text of a query is looked for: each switch rewrites the query. */
export function Switches({ draft, onDraft }: SwitchesProps) {
  const states = switchesIn(draft);
  return (
    <div className="query-switches" role="group" aria-label={TEXT.switches.label}>
      {SWITCH_NAMES.map((name) => {
        const [sign, meaning] = TEXT.switches.each[name];
        return (
          <button
            key={name}
            type="button"
            title={meaning}
            aria-label={meaning}
            aria-pressed={states[name] === true}
            disabled={states[name] === null}
            onClick={() => onDraft(switched(draft, name))}
          >
            {sign}
          </button>
        );
      })}
    </div>
  );
}
