import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Memory of a process, all its threads included, in MiB (Linux). */
export interface ResidentMemory {
  readonly residentMiB: number;
  /** The highest so far. */
  readonly peakMiB: number;
}

export function readMemory(pid: number): ResidentMemory {
  return memoryIn(readFileSync(`/proc/${pid}/status`, 'utf8'), pid);
}

export async function readResidentMiB(pid: number): Promise<number> {
  return memoryIn(await readFile(`/proc/${pid}/status`, 'utf8'), pid).residentMiB;
}

function memoryIn(status: string, pid: number): ResidentMemory {
  const mebibytes = (name: string): number => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`/proc/${pid}/status names no ${name}`);
    return Number(kilobytes) / 1024;
  };
  return { residentMiB: mebibytes('VmRSS'), peakMiB: mebibytes('VmHWM') };
}
