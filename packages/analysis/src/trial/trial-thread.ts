// Script of the thread in which fingerprints are tried: they may be anybody's, and cost this thread at most.
import { parentPort, workerData } from 'node:worker_threads';
import { extractStored } from '@sitegrep/facts';
import { DEFAULT_BUDGET_MS, openBudget } from '@sitegrep/technologies';
import { openTrial } from '@sitegrep/technologies/own';
import type { PageToTry, TrialReport, TrialTask } from './trial-messages.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');

const { fingerprints, files } = workerData as TrialTask;
const trial = openTrial(fingerprints, files);
const { problems, replaced } = trial.own;

port.on('message', ({ page }: PageToTry) => {
  const { body, rendered } = extractStored(page, {});
  const sources = [body, ...(rendered === null ? [] : [rendered])].map(({ signals }) => signals);
  const budget = openBudget(DEFAULT_BUDGET_MS);
  const tried = trial.on(sources, page, budget);
  send({ kind: 'tried', tried: { technologies: tried, isCut: budget.isSpent() } });
});
send({ kind: 'taken', taken: { technologies: trial.names, problems, replaced } });

function send(report: TrialReport): void {
  port?.postMessage(report);
}
