import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { TECHNOLOGIES_TEXT } from '../text/technologies.ts';
import { categoryPaths } from './queries.ts';

const WORDS = TECHNOLOGIES_TEXT.fields;

interface CategoriesProps {
  readonly chosen: readonly string[];
  readonly onChosen: (categories: readonly string[]) => void;
}

/** The categories of a technology: those that are chosen, and a field that offers the others. */
export function Categories({ chosen, onChosen }: CategoriesProps) {
  const paths = useQuery(categoryPaths()).data ?? [];
  const [written, setWritten] = useState('');
  const list = useId();
  /** Takes what is written, whether or not it is known: the server says if it is not. */
  function take(path: string): void {
    setWritten('');
    if (path !== '' && !chosen.includes(path)) onChosen([...chosen, path]);
  }
  return (
    <div className="field">
      <label className="field">
        {WORDS.categories}
        <input
          className="input"
          list={list}
          value={written}
          autoComplete="off"
          onChange={({ target: { value } }) => {
            if (paths.includes(value)) take(value);
            else setWritten(value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || written.trim() === '') return;
            event.preventDefault();
            take(written.trim());
          }}
          onBlur={() => take(written.trim())}
        />
        <span className="hint">{WORDS.categoriesHint}</span>
      </label>
      <datalist id={list}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {chosen.length > 0 && (
        <ul className="row">
          {chosen.map((path) => (
            <li key={path}>
              <button
                type="button"
                className="chip"
                onClick={() => onChosen(chosen.filter((one) => one !== path))}
              >
                {path} <span aria-hidden="true">✕</span>
                <span className="hidden-text">{WORDS.remove(path)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
