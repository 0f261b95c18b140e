import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { type Answer, CLOSED, nullable } from '../envelope.ts';
import { type Checked, checker } from '../validation.ts';

/** Version of the answers' form. */
export const TASKS_VERSION = '1.0.0';

/** Maximum tasks of a body; the first one is done, each further one is refused. */
export const MAX_TASKS = 100;

/** Body of a request: a list with one task. */
export function tasksOf<Task extends TObject>(task: Task) {
  return Type.Array(task, {
    minItems: 1,
    maxItems: MAX_TASKS,
    description: 'One task. It is answered; each further one is refused with 40000.',
  });
}

/** How a task is read. */
export interface TaskForm<Task> {
  readonly check: (task: unknown) => Checked<Task>;
  /** Names of all fields. */
  readonly fields: readonly string[];
}

export function taskForm<Task extends TObject>(task: Task): TaskForm<Static<Task>> {
  return { check: checker(task), fields: Object.keys(task.properties) };
}

const statusFields = {
  status_code: Type.Integer({ description: '20000 if all is well; 4xxxx and 5xxxx are errors.' }),
  status_message: Type.String({
    description: 'A phrase that belongs to the code; after it what is wrong, and how to mend it.',
  }),
  time: Type.String({ pattern: '^[0-9]+[.][0-9]{4} sec[.]$' }),
  cost: Type.Number({ const: 0, description: 'Always 0.' }),
};

/** Body of an answer: a list with a result for each task. */
export function tasksAnswer<Result extends TSchema>(result: Result) {
  return Type.Object(
    {
      version: Type.String(),
      ...statusFields,
      tasks_count: Type.Integer({ minimum: 0, maximum: MAX_TASKS }),
      tasks_error: Type.Integer({
        minimum: 0,
        maximum: MAX_TASKS,
        description: 'Number of tasks whose status_code is not 20000.',
      }),
      tasks: nullable(
        Type.Array(
          Type.Object(
            {
              id: Type.String({ description: 'A new UUID.' }),
              ...statusFields,
              result_count: Type.Integer({ minimum: 0 }),
              path: Type.Array(Type.String(), { description: 'Parts of the path of the request.' }),
              data: Type.Record(Type.String(), Type.Unknown(), { description: 'The task, as it was sent.' }),
              result: nullable(Type.Array(result)),
            },
            CLOSED,
          ),
        ),
      ),
    },
    CLOSED,
  );
}

/** Answer to a request that was refused before its tasks were looked at. */
export const DataForSeoRefusal = Type.Object(
  {
    version: Type.String(),
    ...statusFields,
    tasks_count: Type.Literal(0),
    tasks_error: Type.Literal(0),
    tasks: Type.Null(),
  },
  CLOSED,
);
export type DataForSeoRefusal = Answer<Static<typeof DataForSeoRefusal>>;

/** The answer of an operation with tasks that has results. */
export type TasksAnswer<Result> = Omit<DataForSeoRefusal, 'tasks' | 'tasks_count' | 'tasks_error'> & {
  readonly tasks_count: number;
  readonly tasks_error: number;
  readonly tasks: readonly TaskAnswer<Result>[];
};

export interface TaskAnswer<Result> {
  readonly id: string;
  readonly status_code: number;
  readonly status_message: string;
  readonly time: string;
  readonly cost: 0;
  readonly result_count: number;
  readonly path: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly result: readonly Result[] | null;
}
