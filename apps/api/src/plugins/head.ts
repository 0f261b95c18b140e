import { Stream } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Answers HEAD with the headers of GET. Node leaves the body out by itself; a stream ends before it begins, so that a stream of
 * events does not hold the request.
 */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.method !== 'HEAD' || !(payload instanceof Stream.Readable)) return payload;
    payload.destroy();
    return null;
  });
}
