/** The queues can't be used now: unreachable, overloaded or closed. What was asked may have happened or not; ask again. */
export class QueuesUnavailable extends Error {
  override readonly name: string = 'QueuesUnavailable';
}
