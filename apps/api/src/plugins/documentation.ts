import type { FastifyInstance } from 'fastify';
import type { Documentation } from '../documentation.ts';

/** Forms of the first page, which has an operation. */
const FIRST = new Set(['index', 'index-below', 'index.html', 'index-below.html']);

/**
 * Serves the pages below /docs, which are not operations: they need no key. Must be added before admission. What is not there is
 * answered as any path that does not exist.
 */
export function addDocumentation(app: FastifyInstance, documentation: Documentation): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const [path = ''] = request.url.split('?', 1);
    const name = /^\/docs\/([a-z][\w.-]*)$/.exec(path)?.[1];
    if (name === undefined || FIRST.has(name)) return;
    return (await documentation.answer(name, request, reply)) ?? undefined;
  });
}
