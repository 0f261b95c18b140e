import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { client } from '../api/client.ts';
import { queryClient, SESSION_KEY } from '../api/queries.ts';
import { PAGES, railFor, railPageAt } from '../pages.ts';
import { Button } from '../parts/Button.tsx';
import { Menu } from '../parts/Menu.tsx';
import { TEXT } from '../text.ts';
import { useCaller } from './caller.ts';
import { Health } from './Health.tsx';
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.ts';
import { ShortcutMap, useShortcuts } from './shortcuts.tsx';
import { exactTime, timeOf } from '../format.ts';
import './frame.css';

/** Everything around a page: the rail, and who is signed in. */
export function Frame({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const { key } = useCaller();
  const [isMapShown, showMap] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isFolded, setFolded] = useState(isRailFolded);
  const current = railPageAt(path);
  function fold(): void {
    keepRailFolded(!isFolded);
    setFolded(!isFolded);
  }
  useShortcuts({ onMap: () => showMap(true), onFold: fold });
  return (
    <div className={isFolded ? 'frame folded' : 'frame'}>
      <a className="skip" href="#content">
        {TEXT.skip}
      </a>
      <header className="rail">
        <div className="row apart">
          <Link to="/search" className="brand">
            {TEXT.name}
          </Link>
          <button
            type="button"
            className="button plain rail-fold"
            aria-expanded={!isFolded}
            aria-controls="rail"
            title={isFolded ? TEXT.rail.unfold : TEXT.rail.fold}
            onClick={fold}
          >
            <span className="hidden-text">{isFolded ? TEXT.rail.unfold : TEXT.rail.fold}</span>
            <span aria-hidden="true">{isFolded ? '»' : '«'}</span>
          </button>
          <button
            type="button"
            className="button plain rail-toggle"
            aria-expanded={isOpen}
            aria-controls="rail"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? TEXT.rail.close : TEXT.rail.open}
          </button>
        </div>
        <div id="rail" className={isOpen ? 'rail-content open' : 'rail-content'}>
          <nav aria-label={TEXT.rail.label}>
            <ul>
              {railFor(key.scopes).map((name) => (
                <li key={name}>
                  <Link
                    to={PAGES[name].path}
                    aria-current={name === current ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {PAGES[name].title}
                  </Link>
                </li>
              ))}
              <li>
                <a href="docs">{TEXT.rail.reference}</a>
              </li>
            </ul>
          </nav>
          <Account onMap={() => showMap(true)} />
        </div>
        <Health />
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {isMapShown && <ShortcutMap onClose={() => showMap(false)} />}
    </div>
  );
}

function Account({ onMap }: { readonly onMap: () => void }) {
  const { key, session } = useCaller();
  const [theme, setTheme] = useState(chosenTheme);
  async function signOut(): Promise<void> {
    await client.sessions.close().catch(() => null);
    queryClient.setQueryData(SESSION_KEY, null);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  }
  return (
    <div className="account">
      <Menu label={<bdi dir="auto">{key.name}</bdi>}>
        <p className="about quiet">
          {TEXT.account.key} <code>{key.prefix}…</code>
          <br />
          {TEXT.account.scopes}: {key.scopes.join(', ')}
          {session !== null && (
            <>
              <br />
              {TEXT.account.until} {exactTime(timeOf(session.ends_at))}
            </>
          )}
        </p>
        <label className="row about">
          {TEXT.account.theme}
          <select
            className="input"
            value={theme}
            onChange={(event) => {
              const chosen: Theme = THEMES.find((one) => one === event.target.value) ?? 'system';
              chooseTheme(chosen);
              setTheme(chosen);
            }}
          >
            {THEMES.map((one) => (
              <option key={one} value={one}>
                {TEXT.account.themes[one]}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={onMap}>
          {TEXT.account.shortcuts} <kbd>?</kbd>
        </Button>
        <Button onClick={() => void signOut()}>{TEXT.account.signOut}</Button>
      </Menu>
    </div>
  );
}

/** Key under which this browser keeps whether the rail is folded. */
const STORED = 'sitegrep.rail';
const FOLDED = 'folded';

function isRailFolded(): boolean {
  return localStorage.getItem(STORED) === FOLDED;
}

function keepRailFolded(isFolded: boolean): void {
  if (isFolded) localStorage.setItem(STORED, FOLDED);
  else localStorage.removeItem(STORED);
}
