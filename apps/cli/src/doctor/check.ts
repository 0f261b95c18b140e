export type Area =
  | 'settings'
  | 'process'
  | 'clock'
  | 'data folder'
  | 'index'
  | 'elasticsearch'
  | 'redis'
  | 'ports'
  | 'names'
  | 'certificates'
  | 'browser'
  | 'providers';

/** Result of one check. */
export interface Check {
  readonly area: Area;
  /** `warn`: it works now, but perhaps not well or not for long; `fail`: it does not work. */
  readonly status: 'ok' | 'warn' | 'fail';
  /** Sentence for the user. */
  readonly finding: string;
  /** Advice for the user; null if nothing is to be done, or the finding has it already. */
  readonly remedy: string | null;
}

/** Makes functions that create the checks of one area. */
export function checksOf(
  area: Area,
): Readonly<Record<Check['status'], (finding: string, remedy?: string) => Check>> {
  const make =
    (status: Check['status']) =>
    (finding: string, remedy: string | null = null): Check => ({ area, status, finding, remedy });
  return { ok: make('ok'), warn: make('warn'), fail: make('fail') };
}

/** Makes a failed check of an error, whose message has the advice already. */
export function failedCheck(area: Area, error: unknown): Check {
  return checksOf(area).fail(error instanceof Error ? error.message : String(error));
}
