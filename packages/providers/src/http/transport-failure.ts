import { errors } from 'undici';
import { ProviderFailure } from '../failure.ts';

/** Why a signal that stops a provider fired: its time is up. Any other reason means that nobody waits any more. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** What a stopped provider ends with. @param place host and path, or what else was waited for */
export function stopped(signal: AbortSignal, place: string): ProviderFailure {
  return isTimeout(signal.reason)
    ? new ProviderFailure('timeout', `${place} did not answer in time`)
    : new ProviderFailure('cancelled', `nobody waits for ${place} any more`);
}

/** Codes of Node and undici, and what they mean to an operator. */
const CODES: Readonly<Record<string, readonly [message: string, isPassing: boolean]>> = {
  ECONNREFUSED: ['refuses connections', false],
  ECONNRESET: ['broke the connection', true],
  EPIPE: ['broke the connection', true],
  ENOTFOUND: ['has no address', false],
  EAI_AGAIN: ['could not be looked up', false],
  ETIMEDOUT: ['could not be connected to in time', false],
  EHOSTUNREACH: ['is not reachable', false],
  ENETUNREACH: ['is not reachable', false],
  UND_ERR_CONNECT_TIMEOUT: ['could not be connected to in time', false],
  UND_ERR_PRX_CONN: ['broke the connection', true],
  UND_ERR_HEADERS_TIMEOUT: ['could not be connected to in time', false],
  UND_ERR_SOCKET: ['broke the connection', true],
  ERR_STREAM_PREMATURE_CLOSE: ['broke the connection', true],
  UND_ERR_ABORTED: ['broke the connection', true],
  UND_ERR_HEADERS_OVERFLOW: ['sends headers that are too large', false],
};

/** @param place host and path */
export function failureOfTransport(error: unknown, place: string, signal: AbortSignal): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (signal.aborted) return stopped(signal, place);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof errors.HTTPParserError)
    return new ProviderFailure('bad_answer', `${place} does not speak HTTP`, { field: 'the answer' });
  const refusal = error instanceof Error ? refusalOfProxy(error) : null;
  if (refusal !== null) return new ProviderFailure('unavailable', `${place} is not reachable: ${refusal}`);
  const [message, isPassing] = CODES[code] ?? [`can't be asked (${code === '' ? 'unknown' : code})`, false];
  // No cause: what undici and TLS say may hold the request's path, and with it what was asked.
  return new ProviderFailure('unavailable', `${place} ${message}`, { isPassing });
}

/** What undici says of an answer that is the proxy's own, which has the code of something else. */
const PROXY_ANSWERS = /^(?:Proxy response|Proxy Authentication Required) \((\d{3})\)/;

function refusalOfProxy({ message }: Error): string | null {
  const status = PROXY_ANSWERS.exec(message)?.[1];
  if (status === undefined) return null;
  return `the proxy ${status === '407' ? 'refuses our user and password' : 'refuses the connection'} (status ${status})`;
}
