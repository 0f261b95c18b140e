/** Measurements of a process in an hour. */
export interface MeasuredHour {
  /** Name of the process, at most 300 characters. */
  readonly process: string;
  /** Beginning of the hour, in milliseconds since the epoch. */
  readonly from: number;
  /** A value for each of its 60 minutes, by what is measured; null: it was not measured then. */
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Maximum hours that are listed of a process. */
export const MAX_LISTED_HOURS = 48;

/** Measurements that processes made of themselves lately. Each process writes its own hours alone. */
export interface MeasurementLog {
  /** Notes an hour, in place of what the process has noted of it. */
  note(hour: MeasuredHour): Promise<void>;
  /**
   * @returns the latest hours of a process in the order of time, at most MAX_LISTED_HOURS
   * @throws StorageCorrupt
   */
  list(process: string): Promise<readonly MeasuredHour[]>;
  /** Removes the hours of all processes that began before a time, in milliseconds since the epoch. */
  prune(from: number): Promise<void>;
  /** Removes all hours of a process, also those that can't be read. */
  forget(process: string): Promise<void>;
}
