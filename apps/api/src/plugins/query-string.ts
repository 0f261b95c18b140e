import type { FastifyInstance } from 'fastify';
import { badRequest } from '../failure.ts';

/** Characters of a parameter that an error repeats. */
const SHOWN = 60;

/** Refuses a query string that is not percent-encoded UTF-8: read anyway, it would be another query than the one that was meant. */
export function refuseUnreadableQuery(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _reply, done) => {
    const start = url.indexOf('?');
    if (start === -1 || isReadable(url.slice(start + 1))) return done();
    const parameter =
      url
        .slice(start + 1)
        .split('&')
        .find((one) => !isReadable(one)) ?? '';
    throw badRequest({
      field: 'The query string',
      problem: `has ${JSON.stringify(parameter.slice(0, SHOWN))}, which is not percent-encoded UTF-8`,
      remedy: 'encode each parameter, and a percent sign as %25',
    });
  });
}

function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
