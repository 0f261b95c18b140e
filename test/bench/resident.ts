import { readFile } from 'node:fs/promises';

/** Resident memory of a process, all its threads included, in MiB (Linux). */
export async function readResidentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status names no VmRSS`);
  return Number(kilobytes) / 1024;
}
