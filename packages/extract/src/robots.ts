/** What a page asks of crawlers. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** Fields of X-Robots-Tag that are written with a colon and are no crawler's name. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/**
 * Joins the directives of `meta name=robots` and of X-Robots-Tag. Those addressed to one crawler by name
 * (`googlebot: noindex`, `meta name=googlebot`) are not ours.
 */
export function robotsDirectives(metas: readonly string[], headers: readonly string[]): RobotsDirectives {
  const directives = new Set([...metas.flatMap(split), ...headers.flatMap(unaddressed)]);
  const none = directives.has('none');
  return { noindex: none || directives.has('noindex'), nofollow: none || directives.has('nofollow') };
}

function split(value: string): string[] {
  return value.split(',').map((directive) => directive.trim().toLowerCase());
}

/** A name holds for all directives behind it in the same field. */
function unaddressed(value: string): string[] {
  const directives = split(value);
  const named = directives.findIndex((directive) => {
    const [name, ...rest] = directive.split(':');
    return rest.length > 0 && !VALUED.has(name?.trim() ?? '');
  });
  return named === -1 ? directives : directives.slice(0, named);
}
