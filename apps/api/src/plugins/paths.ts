import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';

/** What a request gets that no route takes. */
export type NoRoute = (path: string) => Failure;

/**
 * Watches which routes are added, to tell a wrong method (405, with `Allow`) from a wrong path (404). A path with a
 * trailing slash is another path.
 */
export function watchPaths(app: FastifyInstance): NoRoute {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of typeof method === 'string' ? [method] : method) known.add(name);
    methods.set(url, known);
  });
  return (path) => {
    const url = [...methods.keys()].find((candidate) => matches(candidate, path));
    if (url === undefined) return noSuchPath();
    const allow = [...(methods.get(url) ?? [])].sort().join(', ');
    return new Failure('method_not_allowed', `This path takes ${allow} only.`, { allow });
  };
}

export function noSuchPath(): Failure {
  return new Failure('not_found', 'There is no such path; compare it with the documentation.');
}

/** @param route with parameters as segments that start with a colon */
function matches(route: string, path: string): boolean {
  const wanted = route.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  );
}
