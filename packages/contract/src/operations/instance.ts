import { Type } from 'typebox';
import { HealthAnswer, ReadyAnswer } from '../health.ts';
import type { Operation } from './operation.ts';

const open = { method: 'GET', scope: null, tag: 'Instance' } as const;

const OpenApiDocument = Type.Object({
  openapi: Type.String({ pattern: String.raw`^3\.1\.` }),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: Type.Object({}),
});

export const INSTANCE_OPERATIONS = {
  getHealth: {
    ...open,
    path: '/healthz',
    summary: 'Whether the process answers',
    answers: [{ status: 200, description: 'It does.', json: HealthAnswer }],
  },
  getReadiness: {
    ...open,
    path: '/readyz',
    summary: 'Whether everything it depends on answers',
    description: 'If something does not, the details of the 503 name it.',
    answers: [{ status: 200, description: 'All of it does.', json: ReadyAnswer }],
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Metrics of the process, for Prometheus',
    answers: [
      { status: 200, description: 'All metrics.', text: { 'text/plain': 'The text format of Prometheus.' } },
    ],
  },
  getOpenApi: {
    ...open,
    path: '/openapi.json',
    summary: 'This API as an OpenAPI document',
    answers: [
      {
        status: 200,
        description: 'The document.',
        json: OpenApiDocument,
        headers: ['etag'],
      },
      { status: 304, description: 'It is still the one that `If-None-Match` names.', headers: ['etag'] },
    ],
  },
  getReference: {
    ...open,
    path: '/docs',
    summary: 'This API as a page to read and to try it',
    answers: [
      {
        status: 200,
        description: 'A page that loads nothing else.',
        text: { 'text/html': 'The page.' },
        headers: ['etag', 'content-security-policy'],
      },
      {
        status: 304,
        description: 'It is still the one that `If-None-Match` names.',
        headers: ['etag', 'content-security-policy'],
      },
    ],
  },
} as const satisfies Record<string, Operation>;
