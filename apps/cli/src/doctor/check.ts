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
  | 'providers';

/** What came of looking at one thing. */
export interface Check {
  readonly area: Area;
  /** `warn`: it works, and may not for long, or not well; `fail`: it does not work. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly told: string;
  /** What to do; null if there is nothing to do, or `told` says it. */
  readonly remedy: string | null;
}

/** Makes the checks of an area. */
export function checksOf(
  area: Area,
): Readonly<Record<Check['status'], (told: string, remedy?: string) => Check>> {
  const make =
    (status: Check['status']) =>
    (told: string, remedy: string | null = null): Check => ({ area, status, told, remedy });
  return { ok: make('ok'), warn: make('warn'), fail: make('fail') };
}

/** What an error says, as a failed check: errors of the other rooms carry their remedy. */
export function failedCheck(area: Area, error: unknown): Check {
  return checksOf(area).fail(error instanceof Error ? error.message : String(error));
}
