// The settings of a command. Nothing else is loaded for them: a command that speaks to a server needs no more.
import { type Config, loadConfig } from '@sitegrep/config';
import { followFolder } from './file-modes.ts';

/** Functions that close what was opened, to be run in the opposite order. */
export type Closers = AsyncDisposableStack;

export function readConfig(): Config {
  const config = loadConfig(process.env);
  followFolder(config.dataDir);
  return config;
}

/** Tells whether a process with these settings holds the data folder. */
export function holdsFolder({ storage, queue }: Config): boolean {
  return storage === 'sqlite' || queue === 'sqlite';
}
