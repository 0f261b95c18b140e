import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { PAGES, railFor, railPageAt } from '../pages.ts';
import { Button } from '../parts/Button.tsx';
import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import { dialogOnDemand } from '../parts/on-demand.tsx';
import { Outdated } from '../parts/Outdated.tsx';
import { NewConsole } from '../parts/Reload.tsx';
import { SkipLink } from '../parts/SkipLink.tsx';
import { TEXT } from '../text.ts';
import { useCaller } from './caller.ts';
import { Health } from './Health.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import { isRailFolded, keepRailFolded } from './rail-fold.ts';
import { RailIcon } from './RailIcon.tsx';
import { signOut } from './sign-out.ts';
import { chooseTheme, chosenTheme, onTheme, THEMES } from './theme.ts';
import { useLevelUp } from './level-up.ts';
import { useEndOfStart } from './start-focus.ts';
import { ShortcutMap, useShortcuts } from './shortcuts.tsx';
import { exactTime, timeOf } from '../format.ts';
import './frame.css';

const OpenPalette = dialogOnDemand(
  'palette',
  async () => (await import('../palette/OpenPalette.tsx')).OpenPalette,
);

/** Time after which the palette is loaded so that it opens at once, in milliseconds: what a page shows at first is loaded before. */
const PRELOAD_MS = 2_000;

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
  const [isPaletteOpen, showPalette] = useState(false);
  useShortcuts({ onMap: () => showMap(true), onFold: fold, onPalette: () => showPalette(true) });
  useLevelUp();
  useEndOfStart();
  useEffect(() => {
    const timer = setTimeout(() => void OpenPalette.preload(), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={isFolded ? 'frame folded' : 'frame'}>
      <SkipLink to="content">{TEXT.skip}</SkipLink>
      <header className="rail">
        <div className="rail-head">
          <Link to="/search" className="brand" aria-label={TEXT.name}>
            <span className="brand-long">{TEXT.name}</span>
            <span className="brand-short">{TEXT.shortName}</span>
          </Link>
          <PaletteButton onOpen={() => showPalette(true)} />
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
                    title={TEXT.rail.titleOf(PAGES[name].title, PAGES[name].key)}
                    onClick={() => setOpen(false)}
                  >
                    <RailIcon name={name} />
                    <span className="rail-word">{PAGES[name].title}</span>
                  </Link>
                </li>
              ))}
              <li>
                <a href="docs" title={TEXT.rail.documentation}>
                  <RailIcon name="documentation" />
                  <span className="rail-word">{TEXT.rail.documentation}</span>
                </a>
              </li>
            </ul>
          </nav>
          <Account onMap={() => showMap(true)} />
        </div>
        <Health />
      </header>
      <main id="content" tabIndex={-1}>
        <NewConsole />
        <Outdated />
        {children}
      </main>
      {isPaletteOpen && (
        <OpenPalette onShortcuts={() => showMap(true)} onFold={fold} onClose={() => showPalette(false)} />
      )}
      {isMapShown && <ShortcutMap onClose={() => showMap(false)} />}
    </div>
  );
}

function Account({ onMap }: { readonly onMap: () => void }) {
  const { key, session } = useCaller();
  const theme = useSyncExternalStore(onTheme, chosenTheme);
  return (
    <div className="account">
      <Menu
        label={
          <>
            <RailIcon name="account" />
            <bdi className="rail-word" dir="auto">
              {key.name}
            </bdi>
          </>
        }
      >
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
            onChange={({ target: { value } }) => chooseTheme(THEMES.find((one) => one === value) ?? 'system')}
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
