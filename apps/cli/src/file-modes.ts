import { chmodSync, statSync } from 'node:fs';

/** Bits of a mode that other users of the machine have. */
export const OTHERS = 0o077;

/** Mode of files that a command was told to write; null: files get it when they are made. */
let outputMode: number | null = null;

/** Keeps what this process makes from other users of the machine: the data folder, and backups of it. */
export function keepPrivate(): void {
  outputMode = 0o666 & ~process.umask(OTHERS);
}

/** Makes files of a data folder readable for those whom its owner lets into it: the folder has the mode that they get. */
export function followFolder(dataDir: string): void {
  if (outputMode === null) return;
  const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0;
  process.umask(OTHERS & ~mode);
}

/** Keeps what is made from here on private whatever the folder is: a backup lies elsewhere. */
export function closeToOthers(): void {
  if (outputMode !== null) process.umask(OTHERS);
}

/** Gives a file that a command was told to write, such as an export, the mode that it has by the umask of the user. */
export function shareOutput(path: string): void {
  if (outputMode !== null) chmodSync(path, outputMode);
}
