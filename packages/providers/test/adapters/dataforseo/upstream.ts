import type { Bench } from '../../conformance/subject.ts';
import type { ReceivedRequest, Reply } from '../../conformance/upstream.ts';
import type { FailureKind } from '../../../src/failure.ts';
import type { Offer } from '../../../src/ports.ts';
import { openDataForSeo } from '../../../src/adapters/dataforseo/index.ts';

export const PASSWORD = 'otter-api-password';

export function openAt({ origin, http, now }: Bench): Required<Offer> {
  return openDataForSeo({ http, now, url: origin, login: 'holt@otters.example', password: PASSWORD });
}

/** The request of one task. */
export function requestsWith(path: string, task: object): readonly Partial<ReceivedRequest>[] {
  return [
    {
      method: 'POST',
      path: `/v3/serp/${path}`,
      query: {},
      // holt@otters.example:otter-api-password
      headers: { authorization: 'Basic aG9sdEBvdHRlcnMuZXhhbXBsZTpvdHRlci1hcGktcGFzc3dvcmQ=' },
      json: [task],
    },
  ];
}

/** A task that went well. @param result null, or a list of one */
export function done(result: unknown, data: object = {}): Reply {
  return taskEnded(20_000, 'Ok.', result, data);
}

export function nothingFound(): Reply {
  return taskEnded(40_102, 'No Search Results.', null);
}

function taskEnded(code: number, message: string, result: unknown, data: object = {}): Reply {
  return {
    json: {
      version: '0.1.20261101',
      status_code: 20_000,
      status_message: 'Ok.',
      time: '5.1 sec.',
      cost: 0.002,
      tasks_count: 1,
      tasks_error: code === 20_000 ? 0 : 1,
      tasks: [
        {
          id: '11221200-0000-0000-0000-0077e4b00b1e',
          status_code: code,
          status_message: message,
          time: '5.0 sec.',
          cost: 0.002,
          result_count: result === null ? 0 : 1,
          path: ['v3', 'serp'],
          data: { api: 'serp', function: 'live', ...data },
          result,
        },
      ],
    },
  };
}

/** Failure of the whole request, which then has no task. */
function refused(code: number): Reply {
  return {
    json: {
      version: '0.1.20261101',
      status_code: code,
      status_message: 'Said in their words.',
      time: '0 sec.',
      cost: 0,
      tasks_count: 0,
      tasks_error: 0,
      tasks: null,
    },
  };
}

interface Failure {
  readonly what: string;
  readonly reply: Reply;
  readonly kind: FailureKind;
  readonly retryAfterMs?: number;
  readonly field?: string;
}

const failed = (code: number, what: string, kind: FailureKind): Failure => ({
  what: `${what} (${code})`,
  reply: taskEnded(code, 'Said in their words.', null),
  kind,
});

const refusedFor = (code: number, what: string, kind: FailureKind): Failure => ({
  what: `${what}, said of the whole request (${code})`,
  reply: refused(code),
  kind,
});

/** Failures of every operation. */
export const FAILURES: readonly Failure[] = [
  refusedFor(40_100, 'no such login or password', 'credential'),
  refusedFor(40_104, 'an account that is not verified', 'credential'),
  failed(40_201, 'an account that is blocked', 'credential'),
  failed(40_207, 'an address that is not allowed', 'credential'),
  failed(40_200, 'nothing paid', 'quota'),
  refusedFor(40_203, 'the account’s own limit of costs', 'quota'),
  failed(40_210, 'no money left', 'quota'),
  failed(40_202, 'too many requests in a minute', 'rate_limited'),
  failed(40_205, 'the same task too often in an hour', 'rate_limited'),
  failed(40_206, 'the same task too often in a day', 'rate_limited'),
  failed(40_209, 'too many requests at the same time', 'rate_limited'),
  failed(40_101, 'an error of the search engine', 'unavailable'),
  failed(40_103, 'a task that failed', 'unavailable'),
  failed(40_000, 'more than one task', 'unavailable'),
  failed(40_402, 'a path that there is not', 'unavailable'),
  failed(40_503, 'a task that is not understood', 'unavailable'),
  refusedFor(50_000, 'an error of theirs', 'unavailable'),
  failed(50_100, 'not made yet', 'unavailable'),
  failed(50_301, 'a service of others that is out of order', 'unavailable'),
  failed(50_303, 'an update', 'unavailable'),
  failed(50_401, 'two minutes are over', 'timeout'),
  failed(50_402, 'a page that takes too long', 'timeout'),
  {
    what: 'too many requests in a minute, with the time to wait',
    reply: { ...taskEnded(40_202, 'Wait.', null), headers: { 'retry-after': '12' } },
    kind: 'rate_limited',
    retryAfterMs: 12_000,
  },
  {
    what: 'a language that it does not have (40501)',
    reply: taskEnded(40_501, "Invalid Field: 'language_code'.", null),
    kind: 'unsupported',
    field: 'language_code',
  },
  {
    what: 'a field that nobody asked for (40501)',
    reply: taskEnded(40_501, "Invalid Field: 'tag'.", null),
    kind: 'unavailable',
  },
  {
    what: 'a location that there is no more (40505)',
    reply: taskEnded(40_505, 'Said in their words.', null),
    kind: 'unsupported',
    field: 'location_code',
  },
  {
    what: 'success without a task',
    reply: { json: { status_code: 20_000, tasks: null } },
    kind: 'bad_answer',
    field: 'tasks[0]',
  },
  {
    what: 'a task without a code',
    reply: { json: { status_code: 20_000, tasks: [{ result: [] }] } },
    kind: 'bad_answer',
    field: 'tasks[0].status_code',
  },
];
