// A process for tests to kill: adds jobs and works on them at the same time, and writes down what it knows. Usage:
// node killed-process.ts <backend as JSON> <file for acknowledged jobs> <file for done jobs> <number of the run>
import { appendFileSync } from 'node:fs';
import { openQueues } from '../src/open-queues.ts';

const [backend = '', acknowledged = '', done = '', run = ''] = process.argv.slice(2);
const fail = (error: Error): never => {
  throw error;
};
const queues = await openQueues({ backend: JSON.parse(backend), onError: fail, onFatal: fail });
queues.work({
  site: {
    process: async ({ domain }) => appendFileSync(done, `${domain}\n`),
    gaveUp: async (payload, reason) => fail(new Error(`${payload.domain}: ${reason}`)),
  },
});
for (let batch = 0; ; batch += 1) {
  const domains = Array.from({ length: 7 }, (_, n) => `d${run}-${batch}-${n}.example`);
  await queues.add(
    'site',
    domains.map((domain) => ({ crawlId: 'c', domain })),
  );
  appendFileSync(acknowledged, domains.map((domain) => `${domain}\n`).join(''));
}
