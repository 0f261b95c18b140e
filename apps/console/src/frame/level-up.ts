// Escape leads from a page back to that of the rail which it belongs to, as it was left.
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type NameInRail, pageAt, PAGES, railPageAt } from '../pages.ts';
import { isTyping } from './shortcuts.tsx';

/** Addresses of a page of the rail: the last one, and the one before the page that is shown now. */
interface Visited {
  readonly last: Map<NameInRail, string>;
  previous: string | null;
  current: string;
}

export function useLevelUp(): void {
  const router = useRouter();
  const { href, pathname } = useLocation();
  const visited = useRef<Visited>({ last: new Map(), previous: null, current: href });
  useEffect(() => {
    const { last, current } = visited.current;
    const owner = railPageAt(pathname);
    if (owner !== null && pageAt(pathname) === owner) last.set(owner, href);
    if (current !== href) visited.current.previous = current;
    visited.current.current = href;
  }, [href, pathname]);
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event)) return;
    const [page, owner] = [pageAt(pathname), railPageAt(pathname)];
    if (owner === null || page === owner) return;
    event.preventDefault();
    const before = visited.current.last.get(owner);
    // Going back also gives the position in the list.
    if (before !== undefined && before === visited.current.previous) router.history.back();
    else if (before === undefined) void router.navigate({ to: PAGES[owner].path });
    else router.history.push(before);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
