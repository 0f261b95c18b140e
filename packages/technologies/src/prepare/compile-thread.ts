// Script of the thread that compiles a set: it takes seconds of a processor, in which a server answers.
import { parentPort, workerData } from 'node:worker_threads';
import { compileSet } from '../compile/compile-set.ts';
import { readSetFiles } from '../own/set-files.ts';
import { publicSetOf } from './public-set.ts';
import type { CompiledReport, CompileTask } from './prepare.ts';

const { publicSet, own } = workerData as CompileTask;
const set = compileSet(
  publicSet === null ? null : publicSetOf(publicSet),
  own === null ? null : readSetFiles(own),
);
const memory = new SharedArrayBuffer(set.compiled.length);
new Uint8Array(memory).set(set.compiled);
const { technologies, queries, problems, replaced } = set.own;
const report: CompiledReport = {
  compiled: memory,
  own: {
    technologies: [...Object.keys(technologies), ...queries.map(({ name }) => name)],
    queries,
    problems,
    replaced,
  },
};
parentPort?.postMessage(report, []);
