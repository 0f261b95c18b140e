import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a span of each request, below that of its client (`traceparent`), with what its handler does below it. Neither
 * queries nor keys nor domains are in it: only the template of the route. Without a collector nothing is made.
 */
export function addTraces(app: FastifyInstance): void {
  const tracer = trace.getTracer('sitegrep');
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    const from = propagation.extract(context.active(), request.headers);
    const span = tracer.startSpan(
      route === '' ? request.method : `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'sitegrep.request_id': request.id,
        },
      },
      from,
    );
    if (!span.isRecording()) {
      done();
      return;
    }
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(from, span), done);
  });
}
