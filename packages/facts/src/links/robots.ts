import { PRODUCT } from '@sitegrep/site';
import { unavailableAfter } from './unavailable-after.ts';

/** Robots directives of a page. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /**
   * Whether the page asks not to be indexed from a later time on, so that nobody may take it for unchanged then. After that
   * time, `noindex` is set instead.
   */
  readonly expires: boolean;
  /** Maximum characters of the page that may be shown of it; 0: none; null: it does not say. */
  readonly maxSnippet: number | null;
}

/** Names of the `meta` elements whose directives are for this crawler. */
export const ROBOTS_METAS: readonly string[] = ['robots', PRODUCT];

/** Directives of X-Robots-Tag that contain a colon. The word before it is not a crawler's name. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** Maximum directives per meta or field. */
const MAX_DIRECTIVES = 100;

/**
 * Combines the directives of metas and of X-Robots-Tag. Anything that is forbidden to all crawlers or to this
 * one is forbidden. Directives for other crawlers (`otherbot: noindex`) are ignored.
 *
 * @param metas contents of the `meta` elements of ROBOTS_METAS
 * @param headers values of X-Robots-Tag, one per field
 * @param now time at which the page was fetched, in milliseconds since the epoch
 */
export function robotsDirectives(
  metas: readonly string[],
  headers: readonly string[],
  now: number,
): RobotsDirectives {
  const fields = headers.map(ours);
  const directives = new Set([
    ...metas.flatMap((content) => content.toLowerCase().split(/[\s,;]+/, MAX_DIRECTIVES)),
    ...fields.flat(),
  ]);
  const ends = [...metas, ...fields.map((parts) => parts.join(','))].flatMap(
    (written) => unavailableAfter(written) ?? [],
  );
  const none = directives.has('none');
  const isOver = ends.some((end) => end <= now);
  return {
    noindex: none || directives.has('noindex') || isOver,
    nofollow: none || directives.has('nofollow'),
    expires: ends.length > 0 && !isOver,
    maxSnippet: directives.has('nosnippet')
      ? 0
      : lowestOf([...metas, ...fields.flat()].flatMap(snippetLimits)),
  };
}

/** Limits of snippets that a text states; -1, which means any length, is none. */
function snippetLimits(text: string): readonly number[] {
  return Array.from(text.matchAll(/max-snippet\s*:\s*(\d{1,9})/gi), ([, limit]) => Number(limit));
}

function lowestOf(limits: readonly number[]): number | null {
  return limits.length === 0 ? null : Math.min(...limits);
}

/**
 * Directives for this crawler. A crawler's name applies to all directives after it in the same field, up to the
 * next name.
 */
function ours(field: string): string[] {
  let forUs = true;
  return field
    .toLowerCase()
    .split(',', MAX_DIRECTIVES)
    .flatMap((part) => {
      const [, name = '', directive = ''] = /^\s*([a-z][\w.-]*)\s*:(.*)$/s.exec(part) ?? [];
      if (name === '' || VALUED.has(name)) return forUs ? [part.trim()] : [];
      forUs = name === PRODUCT || name === 'robots';
      return forUs ? [directive.trim()] : [];
    });
}
