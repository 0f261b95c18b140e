// A process for tests to kill: works on a queue, prints the jobs that it begins, and never finishes one. Usage:
// node killed-at-work.ts <backend as JSON> <timing as JSON>
import { openQueues } from '../src/open-queues.ts';

const [backend = '', timing = ''] = process.argv.slice(2);
const fail = (error: Error): never => {
  throw error;
};
const queues = await openQueues({
  backend: JSON.parse(backend),
  timing: JSON.parse(timing),
  onError: fail,
  onFatal: fail,
});
queues.work({
  site: {
    process: ({ domain }) => {
      process.stdout.write(`${domain}\n`);
      return new Promise(() => {});
    },
    gaveUp: async () => {},
  },
});
