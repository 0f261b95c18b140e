import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { TEXT } from '../text.ts';
import { LANGUAGE_TEXT as WORDS } from '../text/language.ts';
import { languageGroups } from './language-rows.ts';

interface LanguagePanelProps {
  /** Called with a text that is to be put into the query. */
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

/** The query language with all of its fields, to be searched. */
export function LanguagePanel({ onInsert, onClose }: LanguagePanelProps) {
  const [word, setWord] = useState('');
  const groups = languageGroups(word);
  // Outside of the form of the query, which Enter would send.
  return createPortal(
    <Dialog title={WORDS.title} onClose={onClose}>
      <p className="quiet">{WORDS.lead}</p>
      <input
        className="input"
        type="search"
        aria-label={WORDS.find}
        placeholder={WORDS.find}
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <div className="language" role="region" aria-label={WORDS.title} tabIndex={0}>
        {groups.length === 0 && (
          <p className="quiet" role="status">
            {WORDS.none}
          </p>
        )}
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {rows.map(({ sign, meaning, insert }) => (
                <li key={sign}>
                  <button type="button" onClick={() => onInsert(insert)}>
                    <code>{sign}</code>
                    <span className="quiet">{meaning}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="row">
        <Button onClick={onClose}>{TEXT.close}</Button>
      </div>
    </Dialog>,
    document.body,
  );
}
