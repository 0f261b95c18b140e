// A process that does one task, says what came of it, and how much memory it took.
import { readMemory } from '../resident.ts';
import { TASKS, type TaskName } from './tasks.ts';
import type { TaskOutcome, TaskRequest } from './in-child.ts';

process.once('message', (request: TaskRequest<TaskName>) => {
  // What it fails with ends the process, and stands on its standard error.
  void run(request);
});

async function run<K extends TaskName>({ task, job }: TaskRequest<K>): Promise<void> {
  const startMiB = readMemory(process.pid).residentMiB;
  const result = await TASKS[task](job);
  const outcome: TaskOutcome<K> = { result, memory: { startMiB, peakMiB: readMemory(process.pid).peakMiB } };
  process.send?.(outcome, () => process.disconnect?.());
}
