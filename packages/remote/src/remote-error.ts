/**
 * Why nothing more can be read. Of one file: `missing`; `changed` since it was read before; `no_ranges`, as the server
 * ignores them; `wrong_range`, as it gives another one; `outside`, as the file ends before; `encoded`, as it comes compressed;
 * `unsized`, as the server does not tell its size; `too_large` to be read in one piece. Of the server: it has `refused` the
 * request, was `busy` or `unreachable` for longer than is waited.
 */
export type RemoteFault =
  | 'missing'
  | 'changed'
  | 'no_ranges'
  | 'wrong_range'
  | 'outside'
  | 'encoded'
  | 'unsized'
  | 'too_large'
  | 'refused'
  | 'busy'
  | 'unreachable';

const OF_SERVER: ReadonlySet<RemoteFault> = new Set<RemoteFault>(['refused', 'busy', 'unreachable']);

/** A file can't be read; the message names its URL and says what to do. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly fault: RemoteFault;

  /** @param message a sentence without a full stop */
  constructor(fault: RemoteFault, message: string) {
    super(message);
    this.fault = fault;
  }

  /** Whether other files of the server can still be read. */
  get isOfFile(): boolean {
    return !OF_SERVER.has(this.fault);
  }
}
