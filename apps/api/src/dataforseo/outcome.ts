/*
 * How requests and tasks of DataForSEO's clients end. What refuses a request before its task is looked at has a status of
 * HTTP; everything else is a 200 whose body has the code.
 */
import {
  type DataForSeoRefusal,
  type ErrorCode,
  ERRORS,
  TASK_STATUSES,
  type TaskStatus,
  TASKS_VERSION,
} from '@sitegrep/contract';
import { Failure } from '../failure.ts';

/** Whether a path is one of those for DataForSEO's clients, known or not. */
export function isDataForSeoPath(url: string): boolean {
  return url.startsWith('/v3/');
}

/** A failure that has a status of its own. */
export class TaskFailure extends Failure {
  readonly status: TaskStatus;

  /** @param details sentence that follows the phrase of the status */
  constructor(status: TaskStatus, details: string) {
    super('bad_request', details);
    this.status = status;
  }
}

/** Status of each error; of what concerns the index as opposed to a provider. */
const STATUS_OF: Readonly<Record<ErrorCode, TaskStatus>> = {
  not_found: 'not_found',
  method_not_allowed: 'wrong_method',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  rate_limited: 'rate_limited',
  too_large: 'invalid_data',
  unsupported_media_type: 'invalid_data',
  bad_request: 'invalid_data',
  range_not_satisfiable: 'invalid_data',
  conflict: 'invalid_data',
  too_broad: 'timed_out',
  unavailable: 'internal',
  upstream_failed: 'upstream_failed',
  upstream_timed_out: 'timed_out',
  internal: 'internal',
};

/** Errors that keep their HTTP status where they refuse a request as a whole. */
const WITH_STATUS: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'method_not_allowed',
  'unauthorized',
  'unavailable',
  'internal',
]);

export interface Ended {
  readonly status_code: number;
  readonly status_message: string;
}

export const OK: Ended = ended('ok');

/** The end of a request that failed. */
function endOf(failure: Failure): Ended {
  if (failure instanceof TaskFailure) return ended(failure.status, failure.message);
  const { problem } = failure;
  if (problem !== null) return ofField('invalid_field', problem.field, failure.message);
  return ended(STATUS_OF[failure.code], failure.message);
}

/** The end of a task that failed. @param ofProviders whether providers answer the operation */
export function endOfTask(failure: Failure, ofProviders: boolean): Ended {
  if (failure.code === 'not_found') return ended('no_results', failure.message);
  if (failure.code === 'unavailable' && ofProviders) return ended('upstream_failed', failure.message);
  return endOf(failure);
}

/** The end of a task with a field that its operation does not have. */
export function unknownField(name: string, details: string): Ended {
  return ofField('unknown_field', name, details);
}

/** The end of a task that is not the first of its request. */
export const SECOND_TASK: Ended = ended('second_task');

function ended(status: TaskStatus, details?: string): Ended {
  const { code, message } = TASK_STATUSES[status];
  return { status_code: code, status_message: details === undefined ? message : `${message} ${details}` };
}

/** @param path of the field, such as `filters[2][0]` or `Field "x"` */
function ofField(status: 'invalid_field' | 'unknown_field', path: string, details: string): Ended {
  const { code, message } = TASK_STATUSES[status];
  const [, quoted] = /^(?:Field|Parameter) "(.*)"/.exec(path) ?? [];
  const [name = path] = quoted === undefined ? path.split(/[.[ ]/, 1) : [quoted];
  return { status_code: code, status_message: `${message}: '${name}'. ${details}` };
}

/** Answer to a request that was refused as a whole. */
export function refusalOf(
  failure: Failure,
  elapsedMs: number,
): { readonly status: number; readonly body: DataForSeoRefusal } {
  const body: DataForSeoRefusal = {
    version: TASKS_VERSION,
    ...endOf(failure),
    time: timeText(elapsedMs),
    cost: 0,
    tasks_count: 0,
    tasks_error: 0,
    tasks: null,
  };
  return { status: WITH_STATUS.has(failure.code) ? ERRORS[failure.code].status : 200, body };
}

/** A duration as answers have it: `0.0123 sec.` */
export function timeText(milliseconds: number): string {
  return `${(Math.max(0, milliseconds) / 1_000).toFixed(4)} sec.`;
}
