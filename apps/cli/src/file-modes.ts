import { chmodSync } from 'node:fs';

/** Bits of a mode that other users of the machine have. */
export const OTHERS = 0o077;

/** Mode of files that a command was told to write; null: files get it when they are made. */
let outputMode: number | null = null;

/** Keeps what this process makes from other users of the machine: the data folder, and backups of it. */
export function keepPrivate(): void {
  outputMode = 0o666 & ~process.umask(OTHERS);
}

/** Gives a file that a command was told to write, such as an export, the mode that it has by the umask of the user. */
export function shareOutput(path: string): void {
  if (outputMode !== null) chmodSync(path, outputMode);
}
