import { Type } from 'typebox';
import { CLOSED, successOf } from '../envelope.ts';
import { ChecksAnswer, SettingsAnswer } from '../instance.ts';
import { LastReanalysisAnswer, ReanalyseRequest, ReanalysisAnswer } from '../reanalysis.ts';
import { MetricsHistoryAnswer } from '../metrics-history.ts';
import { MAX_SIZE_DAYS, SizesAnswer, StatsAnswer } from '../stats.ts';
import { TakenTechnologiesAnswer, TakeTechnologiesOptions, TechnologySetAnswer } from '../technology-sets.ts';
import type { Operation } from './operation.ts';

/** Answer of GET /healthz: the process answers. */
export const HealthAnswer = successOf(Type.Object({ status: Type.Literal('alive') }, CLOSED));

/** Answer of GET /readyz if everything answers without which the process could answer no search. */
export const ReadyAnswer = successOf(
  Type.Object(
    {
      status: Type.Literal('ready'),
      degraded: Type.Array(Type.String(), {
        description: 'Names of the dependencies that are `down` or `full`: what needs them has to wait.',
      }),
      dependencies: Type.Record(
        Type.String(),
        Type.Union([Type.Literal('up'), Type.Literal('full'), Type.Literal('down')]),
      ),
    },
    CLOSED,
  ),
);

/** Answer of GET / to a program: paths from which the rest of the API can be found. */
const EntryAnswer = successOf(
  Type.Object(
    {
      name: Type.Literal('sitegrep'),
      docs: Type.Literal('/docs'),
      openapi: Type.Literal('/openapi.json'),
    },
    CLOSED,
  ),
);

const open = { method: 'GET', scope: null, tag: 'Instance' } as const;

const OpenApiDocument = Type.Object({
  openapi: Type.String({ pattern: '^3[.]1[.][0-9]+$' }),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: Type.Object({}),
});

export const INSTANCE_OPERATIONS = {
  getEntry: {
    ...open,
    path: '/',
    summary: 'Get entry',
    description:
      'A browser, which accepts `text/html`, gets the console, here and at the paths of its pages; a process without the console sends it to `/docs`.',
    answers: [
      {
        status: 200,
        description: 'Paths of the reference, or the console.',
        json: EntryAnswer,
        text: { 'text/html': 'The page of the console.' },
      },
      {
        status: 303,
        description: 'The client accepts `text/html`, and this process has no console.',
        headers: ['location'],
      },
    ],
  },
  getHealth: {
    ...open,
    path: '/healthz',
    summary: 'Get health',
    description: 'Answers if the process is alive.',
    answers: [{ status: 200, description: 'The process answers.', json: HealthAnswer }],
  },
  getReadiness: {
    ...open,
    path: '/readyz',
    summary: 'Get readiness',
    description:
      'Checks everything that the process depends on. If a dependency without which nothing is answered is down, the details of the 503 name it.',
    answers: [
      {
        status: 200,
        description:
          'Searches are answered. While `disk` is `full`, writes are refused with 503; while `queue` is `down`, crawls are accepted and wait.',
        json: ReadyAnswer,
      },
    ],
  },
  watchReadiness: {
    method: 'GET',
    path: '/readiness/events',
    scope: 'any',
    tag: 'Instance',
    summary: 'Watch readiness',
    description:
      'Server-sent events `readiness`, whose data is JSON (the schema `ReadinessEvent`): one at once, then one whenever a dependency ' +
      'is up, full or down that was not before. While a client watches, they are probed twice a second; a comment comes each second, ' +
      'so that a client notices within two that the server is gone.',
    answers: [
      {
        status: 200,
        description: 'A stream that stays open.',
        text: { 'text/event-stream': 'Events with `event:` and `data:`.' },
      },
    ],
  },
  getStats: {
    method: 'GET',
    path: '/admin/stats',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Read the size of the index',
    answers: [
      { status: 200, description: 'What is stored, and how much space it takes.', json: StatsAnswer },
    ],
  },
  listSizes: {
    method: 'GET',
    path: '/admin/sizes',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Read the size of the index by day',
    description: `A server measures the size every hour, and keeps that of the last ${MAX_SIZE_DAYS} days.`,
    answers: [{ status: 200, description: 'The size of each day.', json: SizesAnswer }],
  },
  startReanalysis: {
    method: 'POST',
    path: '/admin/reanalyse',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Analyse pages again',
    description:
      'Begins a run that analyses again those stored pages whose facts an earlier version gave, without a request to any host. ' +
      'It needs a process that crawls, takes half of a processor at most, and goes on after a restart. ' +
      'If one for the same query goes on, it is the answer.',
    json: { schema: ReanalyseRequest, isOptional: true },
    answers: [{ status: 202, description: 'The run.', json: ReanalysisAnswer }],
    errors: ['conflict'],
  },
  getReanalysis: {
    method: 'GET',
    path: '/admin/reanalyse',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Get the run that analyses pages again',
    answers: [
      {
        status: 200,
        description: 'The last run, which may go on, and how many domains have pages of an earlier version.',
        json: LastReanalysisAnswer,
      },
    ],
  },
  stopReanalysis: {
    method: 'DELETE',
    path: '/admin/reanalyse',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Stop the run that analyses pages again',
    description: 'It ends within seconds. Pages that were analysed again stay so.',
    answers: [{ status: 200, description: 'The run.', json: ReanalysisAnswer }],
    errors: ['conflict'],
  },
  getTechnologySet: {
    method: 'GET',
    path: '/admin/technologies',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Get set of technologies',
    description:
      'Which fingerprints are in use and since when, technologies of your own with what of them is not taken, and how many domains ' +
      'are still to be judged by them.',
    answers: [{ status: 200, description: 'The set.', json: TechnologySetAnswer }],
  },
  takeTechnologies: {
    method: 'POST',
    path: '/admin/technologies',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Take public set of technologies',
    description:
      'Takes a newer public set of fingerprints in the place of the one in use. It is checked, compiled and stored before it is taken; ' +
      'all processes have it within seconds, and stored pages are judged again in the background. Parts that are not taken are named. ' +
      'The body may be compressed (`Content-Encoding: gzip`).',
    query: TakeTechnologiesOptions,
    lists: {
      'application/octet-stream':
        'A file of JSON: technologies by their names, or `technologies` beside `categories`.',
    },
    errors: ['conflict'],
    answers: [{ status: 200, description: 'What was taken.', json: TakenTechnologiesAnswer }],
  },
  takeBuiltInTechnologies: {
    method: 'DELETE',
    path: '/admin/technologies',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Take built-in set of technologies',
    description: 'Takes the set that is part of this version in the place of a public set.',
    errors: ['conflict'],
    answers: [{ status: 200, description: 'What is in use now.', json: TakenTechnologiesAnswer }],
  },
  listSettings: {
    method: 'GET',
    path: '/admin/settings',
    scope: 'admin',
    tag: 'Instance',
    summary: 'List settings',
    description: 'Every setting as it is in force in the process that answers; secrets are hidden.',
    answers: [{ status: 200, description: 'The settings.', json: SettingsAnswer }],
  },
  checkInstance: {
    method: 'GET',
    path: '/admin/checks',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Check instance',
    description:
      'Does what the command `sitegrep doctor` does, on the machine that answers: checks settings, data folder, services, ports and limits. ' +
      'It changes nothing and takes a second or more; requests at the same time share one run.',
    answers: [{ status: 200, description: 'What was found, with remedies.', json: ChecksAnswer }],
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Get metrics',
    answers: [
      {
        status: 200,
        description: 'All metrics.',
        text: { 'text/plain': 'Metrics in the text format of Prometheus.' },
      },
    ],
  },
  getMetricsHistory: {
    method: 'GET',
    path: '/admin/metrics-history',
    scope: 'admin',
    tag: 'Instance',
    summary: 'Get metrics of the last day',
    description:
      'The process that answers measures itself every minute and keeps a day, also over a restart. An array has a value for each ' +
      'minute in a row; null: the process was not there for the whole minute, or has no part in what is measured. In a cluster each ' +
      '`api` has its own history, which is removed when none of its name wrote any for a day.',
    answers: [{ status: 200, description: 'The last day.', json: MetricsHistoryAnswer }],
  },
  getOpenApi: {
    ...open,
    path: '/openapi.json',
    summary: 'Get OpenAPI document',
    answers: [
      {
        status: 200,
        description: 'The document.',
        json: OpenApiDocument,
        headers: ['etag'],
      },
      {
        status: 304,
        description: 'The document that `If-None-Match` names is still current.',
        headers: ['etag'],
      },
    ],
  },
  getReference: {
    ...open,
    path: '/docs',
    summary: 'Get documentation',
    description:
      'The first page of the documentation, of which the reference of the API is a part. The other pages are below it, and need no key either.',
    answers: [
      {
        status: 200,
        description: 'The page.',
        text: { 'text/html': 'The page.' },
        headers: ['etag', 'content-security-policy'],
      },
      {
        status: 304,
        description: 'The document that `If-None-Match` names is still current.',
        headers: ['etag', 'content-security-policy'],
      },
    ],
  },
} as const satisfies Record<string, Operation>;
