import { setTimeout as delay } from 'node:timers/promises';
import { readResidentMiB } from '../resident.ts';
import type { RunningServer } from '../../support/server-process.ts';

/** How a process is at a time. */
export interface Sample {
  /** Since it is watched. */
  readonly seconds: number;
  readonly residentMiB: number;
  /** Jobs that wait in the queue, as the metrics had it lately; null: they were not answered, or did not say. */
  readonly waiting: number | null;
}

export interface Watch {
  readonly look: () => Promise<Sample>;
  /** Measures the queue from now on. The metrics repeat a value for at least ten seconds. */
  readonly askQueue: () => void;
  readonly samples: () => readonly Sample[];
  readonly stop: () => Promise<void>;
}

export function watchProcess(
  server: RunningServer,
  everyMs: number,
  onSample: (sample: Sample) => void,
): Watch {
  const samples: Sample[] = [];
  const begun = performance.now();
  const stopping = new AbortController();
  let queueToo = false;

  const look = async (): Promise<Sample> => {
    const sample = {
      seconds: (performance.now() - begun) / 1_000,
      residentMiB: await readResidentMiB(server.pid),
      waiting: queueToo ? await waitingJobs(server) : null,
    };
    samples.push(sample);
    return sample;
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      onSample(await look());
      await delay(everyMs, undefined, { signal: stopping.signal }).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
    }
  };
  const running = run();
  return {
    look,
    askQueue: () => {
      queueToo = true;
    },
    samples: () => samples,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function waitingJobs(server: RunningServer): Promise<number | null> {
  const answer = await server.ask('/metrics');
  const value = /^sitegrep_queue_jobs\{[^}]*state="waiting"[^}]*\} (\d+)$/m.exec(await answer.text())?.[1];
  return value === undefined ? null : Number(value);
}
