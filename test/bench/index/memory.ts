import { readFileSync } from 'node:fs';

/** Resident memory of this process, all its threads included, now and at its highest so far, in MiB (Linux). */
export function readMemory(): { readonly residentMiB: number; readonly peakMiB: number } {
  const status = readFileSync('/proc/self/status', 'utf8');
  return { residentMiB: mebibytes(status, 'VmRSS'), peakMiB: mebibytes(status, 'VmHWM') };
}

function mebibytes(status: string, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/self/status names no ${name}`);
  return Number(kilobytes) / 1024;
}
