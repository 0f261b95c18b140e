import { PRODUCT } from '@sitegrep/site';

/** What a page asks of crawlers. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** Names of the `meta` elements whose directives are for this crawler. */
export const ROBOTS_METAS: readonly string[] = ['robots', PRODUCT];

/** Directives of X-Robots-Tag that are written with a colon, so that what stands before it is no crawler's name. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** Of one meta or field. */
const MAX_DIRECTIVES = 100;

/**
 * Joins the directives of metas and of X-Robots-Tag: what any of those for all crawlers or for this one forbids is
 * forbidden. Those addressed to others by name (`otherbot: noindex`) are not ours.
 *
 * @param metas contents of the `meta` elements of ROBOTS_METAS
 * @param headers values of X-Robots-Tag, a field each
 */
export function robotsDirectives(metas: readonly string[], headers: readonly string[]): RobotsDirectives {
  const directives = new Set([
    ...metas.flatMap((content) => content.toLowerCase().split(/[\s,;]+/, MAX_DIRECTIVES)),
    ...headers.flatMap(ours),
  ]);
  const none = directives.has('none');
  return { noindex: none || directives.has('noindex'), nofollow: none || directives.has('nofollow') };
}

/** A name holds for all directives behind it in the same field, up to the next name. */
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
