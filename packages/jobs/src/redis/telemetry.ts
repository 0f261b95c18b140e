import { BullMQOtel } from 'bullmq-otel';

/** Spans of adding and of doing jobs, the second below the first; none without a collector. */
export const TELEMETRY = new BullMQOtel({ tracerName: 'sitegrep' });
