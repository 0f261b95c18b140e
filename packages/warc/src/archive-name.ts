// Names of the WARC files that are written here: sitegrep-20261122071831-00000-crawler1-812.warc.gz, with `.open` behind it
// while the process with this id on this host still writes to it.
const NAME = /^sitegrep-\d{14}-\d{5,}-(.+)-(\d+)\.warc\.gz\.open$/;

export const OPEN = '.open';

/** Who writes a file. */
export interface Writer {
  readonly host: string;
  readonly pid: number;
}

/** @param serial of the writer's files, from 0 */
export function archiveName(date: Date, serial: number, { host, pid }: Writer): string {
  const digits = date.toISOString().replace(/\D/g, '').slice(0, 14);
  return `sitegrep-${digits}-${String(serial).padStart(5, '0')}-${hostPart(host)}-${pid}.warc.gz`;
}

/** Who writes the file of this name; null if it is no file of ours that is being written. */
export function writerOf(name: string): Writer | null {
  const [, host, pid] = NAME.exec(name) ?? [];
  return host === undefined || pid === undefined ? null : { host, pid: Number(pid) };
}

/** What a host is called in the names of files. */
export function hostPart(host: string): string {
  return host.replace(/[^A-Za-z0-9.-]/g, '_').slice(0, 100) || 'host';
}
