/** Of the streams of events; times in milliseconds. */
export interface EventStreamLimits {
  /** Streams of this process at a time. */
  readonly max: number;
  /** Between looks at a crawl. */
  readonly lookEveryMs: number;
  /** Between events that tell how far a crawl is. */
  readonly progressEveryMs: number;
  /** After which a silent stream says that it is alive. */
  readonly heartbeatMs: number;
  /** Between looks at the key that a stream was opened with. */
  readonly admittedEveryMs: number;
  /** How long a client may leave what was sent to it unread. */
  readonly stallMs: number;
}

export const EVENT_STREAM_LIMITS: EventStreamLimits = {
  max: 200,
  lookEveryMs: 750,
  progressEveryMs: 2_000,
  heartbeatMs: 15_000,
  admittedEveryMs: 5_000,
  stallMs: 60_000,
};
