// The envelope of DataForSEO's clients: tasks in, a result for each task out.
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  MAX_TASKS,
  NoParameters,
  type Operation,
  type OperationId,
  OPERATIONS,
  parameterChecker,
  parseJson,
  sentence,
  type TaskAnswer,
  type TaskForm,
  TASKS_VERSION,
  type TasksAnswer,
} from '@sitegrep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { MAX_JSON_BYTES, bytesOf, isMediaType, requireValid } from '../body.ts';
import { badRequest } from '../failure.ts';
import { addOperation } from '../operation-route.ts';
import { failureOf } from '../plugins/errors.ts';
import { type Ended, endOfTask, OK, SECOND_TASK, TaskFailure, timeText, unknownField } from './outcome.ts';

/** A task as it was sent, without the fields that are null: clients send all fields that they know. */
type GivenTask = Readonly<Record<string, unknown>>;

/** An exchange in which a task is answered. */
export interface TaskExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An operation that does a task. */
interface TaskOperation<Task> extends TaskForm<Task> {
  /** Fields that DataForSEO has and this service does not, because they change which results there are. */
  readonly unsupported?: readonly string[];
  /** Members of `data` besides the task. */
  readonly echo: Readonly<Record<string, string>>;
  readonly onRequest?: (request: FastifyRequest) => Promise<void>;
}

const checkParameters = parameterChecker(NoParameters);

/** Adds the route of an operation that does a task. @param answer @throws Failure */
export function addTask<Task>(
  app: FastifyInstance,
  id: OperationId,
  { check, fields, unsupported = [], echo, onRequest }: TaskOperation<Task>,
  answer: (task: Task, exchange: TaskExchange) => Promise<readonly unknown[]>,
): void {
  const hooks = { preParsing: readTasks, ...(onRequest !== undefined && { onRequest }) };
  addOperation(app, id, hooks, async (request, reply) => {
    const startedAt = performance.now();
    const tasks = givenTasks(request.json);
    // Without the nulls that some clients send for absent fields.
    request.json = tasks;
    const answered: TaskAnswer<unknown>[] = [];
    for (const [index, task] of tasks.entries()) {
      const { ended, result } =
        index === 0 ? await done(task, { request, reply }) : { ended: SECOND_TASK, result: null };
      answered.push(taskAnswer(id, { ...echo, ...task }, ended, result, performance.now() - startedAt));
    }
    return tasksAnswer(answered, performance.now() - startedAt);
  });

  async function done(
    task: GivenTask,
    exchange: TaskExchange,
  ): Promise<{ readonly ended: Ended; readonly result: readonly unknown[] | null }> {
    try {
      requireValid(checkParameters(exchange.request.query));
      const result = await answer(requireTask(task), exchange);
      return { ended: OK, result };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error instanceof UnknownField)
        return { ended: unknownField(error.field, error.message), result: null };
      const failure = failureOf(error, exchange.request);
      exchange.reply.headers(failure.headers);
      return { ended: endOfTask(failure, ofProviders(id)), result: null };
    }
  }

  /** @throws Failure bad_request; UnknownField */
  function requireTask(task: GivenTask): Task {
    const names = Object.keys(task);
    const unserved = names.find((name) => unsupported.includes(name));
    if (unserved !== undefined)
      throw badRequest({
        field: unserved,
        problem: 'is not supported by this service',
        remedy: 'leave it out',
      });
    const checked = check(task);
    if (checked.ok) return checked.value;
    const unknown = names.find((name) => !fields.includes(name));
    throw unknown === undefined
      ? badRequest(checked.problem)
      : new UnknownField(unknown, sentence(checked.problem));
  }
}

/** Adds the route of an operation that answers a list. */
export function addList(
  app: FastifyInstance,
  id: OperationId,
  echo: Readonly<Record<string, string>>,
  list: () => readonly unknown[],
): void {
  addOperation(app, id, {}, async (request) => {
    const startedAt = performance.now();
    requireValid(checkParameters(request.query));
    const answered = taskAnswer(id, echo, OK, list(), performance.now() - startedAt);
    return tasksAnswer([answered], performance.now() - startedAt);
  });
}

class UnknownField extends Error {
  override readonly name = 'UnknownField';
  readonly field: string;

  constructor(field: string, details: string) {
    super(details);
    this.field = field;
  }
}

function ofProviders(id: OperationId): boolean {
  const { scope }: Operation = OPERATIONS[id];
  return scope !== 'search';
}

function taskAnswer(
  id: OperationId,
  data: Readonly<Record<string, unknown>>,
  ended: Ended,
  result: readonly unknown[] | null,
  elapsedMs: number,
): TaskAnswer<unknown> {
  return {
    id: randomUUID(),
    ...ended,
    time: timeText(elapsedMs),
    cost: 0,
    result_count: result?.length ?? 0,
    path: OPERATIONS[id].path.split('/').slice(1),
    data,
    result,
  };
}

function tasksAnswer(tasks: readonly TaskAnswer<unknown>[], elapsedMs: number): TasksAnswer<unknown> {
  return {
    version: TASKS_VERSION,
    ...OK,
    time: timeText(elapsedMs),
    cost: 0,
    tasks_count: tasks.length,
    tasks_error: tasks.filter((task) => task.status_code !== OK.status_code).length,
    tasks,
  };
}

const GZIP = [0x1f, 0x8b];
const unpack = promisify(gunzip);

/**
 * Reads the body as JSON, whatever its headers say of it: sample clients of DataForSEO send no Content-Type, and a
 * Content-Encoding of gzip with a body that is not compressed. A `preParsing` hook.
 *
 * @throws Failure too_large; TaskFailure
 */
async function readTasks(request: FastifyRequest, _reply: unknown, body: RequestPayload): Promise<void> {
  const sent = await bytesOf(request, body);
  const bytes = GZIP.every((byte, index) => sent[index] === byte) ? await unpacked(sent) : sent;
  // Some clients state no type. The other ones that a page of a stranger could make a browser send are not taken.
  if (request.headers['content-type'] !== undefined && !isMediaType(request.headers, ['application/json']))
    throw new TaskFailure('invalid_data', 'Content-Type must be application/json, or absent.');
  if (bytes.length === 0) throw new TaskFailure('no_data', 'The body is empty; send a list with one task.');
  const parsed = parseJson(bytes, 'a list with one task');
  if (!parsed.ok) throw new TaskFailure('invalid_data', sentence(parsed.problem));
  request.json = parsed.value;
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: MAX_JSON_BYTES });
  } catch {
    throw new TaskFailure(
      'invalid_data',
      `The body is not valid gzip of at most ${MAX_JSON_BYTES} bytes; send it without compression.`,
    );
  }
}

/**
 * The tasks of a body: a list of them, or an object with a number for each, which is how some languages write a list.
 *
 * @throws TaskFailure
 */
function givenTasks(body: unknown): readonly GivenTask[] {
  const tasks = Array.isArray(body) ? body : numbered(body);
  if (tasks === null) {
    const what = typeof body === 'object' && body !== null ? 'an object' : 'not a list';
    throw new TaskFailure('invalid_data', `The body is ${what}; send a list with one task.`);
  }
  if (tasks.length === 0) throw new TaskFailure('no_data', 'The list is empty; send one task in it.');
  if (tasks.length > MAX_TASKS)
    throw new TaskFailure('too_many_tasks', `The body has ${tasks.length} tasks; send one.`);
  return tasks.map((task: unknown, index) => {
    if (typeof task === 'object' && task !== null && !Array.isArray(task))
      return Object.fromEntries(Object.entries(task).filter(([, value]) => value !== null));
    throw new TaskFailure(
      'invalid_data',
      `The task ${index + 1} is not an object; send one with its fields.`,
    );
  });
}

/** Values of an object whose names are all numbers; null if it is something else. */
function numbered(body: unknown): readonly unknown[] | null {
  if (typeof body !== 'object' || body === null) return null;
  const names = Object.keys(body);
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(body) : null;
}
