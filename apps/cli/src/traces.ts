import type { Logger } from 'pino';
import type { Closers } from './read-config.ts';

/** Variables of OpenTelemetry with the address of a collector: of all signals, or of traces alone. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/** Time in which the last traces may be sent when the process ends, in milliseconds. */
const END_MS = 2_000;

/**
 * Sends the traces of this process to a collector if the environment names one. Without it, nothing of the SDK is loaded.
 * To be called before anything is opened that makes spans.
 *
 * @param command name of the service behind `sitegrep-`
 */
export async function openTraces(command: string, logger: Logger, closers: Closers): Promise<void> {
  if (ENDPOINTS.every((name) => (process.env[name] ?? '') === '')) return;
  const { startTraces } = await import('./traces-sdk.ts');
  const end = startTraces(command);
  closers.defer(async () => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer in ${END_MS} ms`)), END_MS);
    try {
      await Promise.race([end(), late.promise]);
    } catch (error) {
      logger.warn({ err: error }, 'the last traces could not be sent to the collector');
    } finally {
      clearTimeout(timer);
    }
  });
}
