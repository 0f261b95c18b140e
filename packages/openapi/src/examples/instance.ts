import { type Examples, success } from './example.ts';

export const INSTANCE_EXAMPLES = {
  getHealth: { answers: { 200: success({ status: 'alive' }) } },
  getReadiness: {
    answers: {
      200: success({ status: 'ready', dependencies: { index: 'up', crawls: 'up', keys: 'up', queue: 'up' } }),
    },
  },
  getMetrics: {
    answers: {
      200: '# TYPE sitegrep_http_requests_in_flight gauge\nsitegrep_http_requests_in_flight 1\n',
    },
  },
  getReference: { answers: { 200: '<!doctype html><title>sitegrep API</title>' } },
  getOpenApi: {
    answers: { 200: { openapi: '3.1.1', info: { title: 'sitegrep', version: '1.0.0' }, paths: {} } },
  },
} as const satisfies Examples;
