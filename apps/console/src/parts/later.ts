import { queryOptions, useQuery } from '@tanstack/react-query';
import { lookForNewConsole } from '../api/new-console.ts';
import { TEXT } from '../text.ts';

/** Elements of styles that did not come. */
const lostStyles = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  },
  // Such an event does not rise.
  { capture: true },
);

/**
 * A part of the scripts as a request: if that fails, as it does while a server starts again, what stands around it stays, and it can
 * be tried again.
 *
 * @param name which no other part has
 */
export function laterQuery<Part>(name: string, load: () => Promise<Part>) {
  return queryOptions({
    queryKey: ['script', name],
    queryFn: async (): Promise<Part> => {
      try {
        loadStylesAgain();
        return await load();
      } catch (cause) {
        await lookForNewConsole();
        throw new Error(TEXT.failed.script, { cause });
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Loads a part of the scripts when it is needed. */
export function useLater<Part>(name: string, load: () => Promise<Part>) {
  return useQuery(laterQuery(name, load));
}

/** Requests styles again that did not come: the page has their elements, and nothing else would. */
function loadStylesAgain(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}
