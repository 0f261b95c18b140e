import { type KeyboardEvent, useState } from 'react';
import { QUERY_FIELD } from '../frame/shortcuts.tsx';
import { dialogOnDemand } from '../parts/on-demand.tsx';
import { TEXT } from '../text.ts';
import { LANGUAGE_TEXT } from '../text/language.ts';
import { SWITCH_NAMES, switched, switchesIn } from './switches.ts';

const LanguagePanel = dialogOnDemand(
  'language',
  async () => (await import('./LanguagePanel.tsx')).LanguagePanel,
);

interface SwitchesProps {
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
}

/** Stands for the button behind the switches. */
const LANGUAGE = 'language';

/**
 * How the text of a query is looked for: each switch rewrites the query. They are one stop of Tab, within which arrows go from
 * switch to switch.
 */
export function Switches({ draft, onDraft }: SwitchesProps) {
  const states = switchesIn(draft);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState<string>(SWITCH_NAMES[0]);
  const usable = [...SWITCH_NAMES.filter((name) => states[name] !== null), LANGUAGE];
  const stop = usable.includes(at) ? at : usable[0];
  function pressed(event: KeyboardEvent<HTMLDivElement>): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
    const index = buttons.findIndex((button) => button === document.activeElement);
    buttons[(index + by + buttons.length) % buttons.length]?.focus();
  }
  return (
    <>
      <div className="query-switches" role="toolbar" aria-label={TEXT.switches.label} onKeyDown={pressed}>
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
              tabIndex={name === stop ? 0 : -1}
              onFocus={() => setAt(name)}
              onClick={() => onDraft(switched(draft, name))}
            >
              {sign}
            </button>
          );
        })}
        <button
          type="button"
          className="language-button"
          title={LANGUAGE_TEXT.open}
          aria-label={LANGUAGE_TEXT.open}
          aria-haspopup="dialog"
          tabIndex={stop === LANGUAGE ? 0 : -1}
          onFocus={() => setAt(LANGUAGE)}
          onClick={() => setOpen(true)}
        >
          ?
        </button>
      </div>
      {isOpen && (
        <LanguagePanel
          onClose={() => setOpen(false)}
          onInsert={(text) => {
            setOpen(false);
            onDraft(withText(draft, text));
            // After the dialog has given the focus back.
            requestAnimationFrame(() => document.getElementById(QUERY_FIELD)?.focus());
          }}
        />
      )}
    </>
  );
}

/** A query with a text of the language behind it, apart from what stands there. */
function withText(query: string, text: string): string {
  const isApart = query === '' || /\s$/.test(query) || /^[\s,*]/.test(text);
  return `${query}${isApart ? '' : ' '}${text}`;
}
