import { errors } from 'undici';
import { ProviderFailure } from '../failure.ts';

/** Whether a signal fired because time is up. Any other reason means that no client waits any more. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** The failure that a stopped call ends with. @param target host and path, or what else was awaited */
export function stopped(signal: AbortSignal, target: string): ProviderFailure {
  return isTimeout(signal.reason)
    ? new ProviderFailure('timeout', `${target} did not answer in time`)
    : new ProviderFailure('cancelled', `the wait for ${target} was given up`);
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

/** @param target host and path */
export function failureOfTransport(error: unknown, target: string, signal: AbortSignal): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (signal.aborted) return stopped(signal, target);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof errors.HTTPParserError)
    return new ProviderFailure('bad_answer', `${target} does not speak HTTP`, { field: 'the answer' });
  const refusal = error instanceof Error ? refusalOfProxy(error) : null;
  if (refusal !== null) return new ProviderFailure('unavailable', `${target} is not reachable: ${refusal}`);
  const [message, isPassing] = CODES[code] ?? [`can't be called (${code === '' ? 'unknown' : code})`, false];
  // No cause: messages of undici and TLS may contain the path of the request, and with it the query.
  return new ProviderFailure('unavailable', `${target} ${message}`, { isPassing });
}

/** Messages of undici about an answer of the proxy itself; its error code is that of something else. */
const PROXY_ANSWERS = /^(?:Proxy response|Proxy Authentication Required) \((\d{3})\)/;

function refusalOfProxy({ message }: Error): string | null {
  const status = PROXY_ANSWERS.exec(message)?.[1];
  if (status === undefined) return null;
  return `the proxy ${status === '407' ? 'refuses our user and password' : 'refuses the connection'} (status ${status})`;
}
