// Records of every request: its client's address, a line in the log, and metrics.
import type { ServerResponse } from 'node:http';
import type { Metrics } from '@sitegrep/metrics';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { withoutSecrets } from '../audit.ts';
import { clientAddress } from '../client-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * IP address of the client, for logs and records: that of the connection, or the one that a trusted proxy reports
     * (`trustProxy`). It is never anything else that a client wrote; empty if the connection is gone already.
     */
    clientAddress: string;
  }
}

/** Statuses of answers that failed after their head was sent. */
const lateStatuses = new WeakMap<ServerResponse, number>();

/** Has an answer counted and logged with another status than the one that was sent. */
export function countAs(response: ServerResponse, status: number): void {
  lateStatuses.set(response, status);
}

function statusOf(response: ServerResponse): number {
  return lateStatuses.get(response) ?? response.statusCode;
}

/**
 * Adds `request.clientAddress`, and a log line for each answered request.
 *
 * @param relayed addresses of the clients for whom this process sends requests to itself, by the ids of these requests
 */
export function addRequestLog(app: FastifyInstance, relayed: ReadonlyMap<string, string>): void {
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, _reply, done) => {
    request.clientAddress =
      relayed.get(request.id) ?? clientAddress(request.ip, request.socket.remoteAddress);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, clientAddress: client, withReplacedSecret } = request;
    logRequest(request.log, {
      method,
      path: withoutSecrets(url.split('?', 1)[0] ?? ''),
      status: statusOf(reply.raw),
      ms: Math.round(reply.elapsedTime),
      client,
      keyId: request.apiKey?.id,
      ...(withReplacedSecret && { replacedSecret: true }),
    });
    done();
  });
}

interface AnsweredRequest {
  readonly method: string;
  /** Path without the query and without secrets. */
  readonly path: string;
  readonly status: number;
  /** Time from its arrival to its answer, in milliseconds. */
  readonly ms: number;
  /** IP address of the client. */
  readonly client: string;
  readonly keyId: string | undefined;
  readonly replacedSecret?: true;
}

/** Writes the line of an answered request. @param log adds the id of the request */
export function logRequest(log: Pick<FastifyBaseLogger, 'info'>, request: AnsweredRequest): void {
  log.info(request, 'request');
}

/** Status that nginx logs for a client that left before its answer; it is never sent. */
const CLIENT_LEFT = '499';

/**
 * Counts and times every request under its route's template, so that no path of a client becomes a label. Must be added
 * before hooks that answer requests.
 */
export function addHttpMetrics(app: FastifyInstance, metrics: Metrics): void {
  metrics.declare('sitegrep_http_requests_total', 'sitegrep_http_request_duration_seconds');
  metrics.move('sitegrep_http_requests_in_flight', {}, 0);
  app.addHook('onRequest', ({ method, routeOptions, is404 }, reply, done) => {
    measureRequest(metrics, method, is404 ? 'none' : (routeOptions.url ?? 'none'), reply.raw);
    done();
  });
}

/** Counts and times a request that has just begun. @param route template of its path */
export function measureRequest(
  metrics: Metrics,
  method: string,
  route: string,
  response: ServerResponse,
): void {
  const startedAt = performance.now();
  metrics.move('sitegrep_http_requests_in_flight', {}, 1);
  // Fires once, whether the answer ended or the connection did.
  response.once('close', () => {
    const status = response.writableFinished ? String(statusOf(response)) : CLIENT_LEFT;
    const seconds = (performance.now() - startedAt) / 1_000;
    metrics.move('sitegrep_http_requests_in_flight', {}, -1);
    metrics.count('sitegrep_http_requests_total', { method, route, status });
    metrics.observe('sitegrep_http_request_duration_seconds', { method, route }, seconds);
  });
}
