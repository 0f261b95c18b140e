import { styleText } from 'node:util';
import { type DestinationStream, pino } from 'pino';
import { writeAbove } from './progress.ts';
import { isInteractive, printable } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/** Levels of pino with their names, and their styles where they have one. */
const LEVELS: Readonly<Record<number, readonly [name: string, style: Parameters<typeof styleText>[0]]>> = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
};

/** Destination of the log on standard error: lines for a person at a terminal, lines of JSON for a file or a program. */
export function logDestination(): DestinationStream {
  const { stderr } = process;
  if (!isInteractive(stderr)) return pino.destination({ fd: 2, sync: true });
  return {
    write: (json) => {
      if (!isNoise(json)) writeAbove(`${wrapped(logLine(json, stderr), stderr)}\n`);
    },
  };
}

/** Matches the record of a request for a file of the console or of its documentation that was answered with it. */
const FILE_SENT = /"path":"\/(?:assets|docs)\/[^"]*","status":[23]/;

/**
 * Whether a record tells a person at the terminal nothing: where the server listens, which the command says, and the files of the
 * console, of which each visit loads dozens, so that the key of the first start would be gone before it was read.
 */
export function isNoise(json: string): boolean {
  return json.includes('"msg":"Server listening at ') || FILE_SENT.test(json);
}

/** Names of errors that say that a service is away or too busy: where they come from helps nobody. */
const OF_SERVICES: ReadonlySet<string> = new Set([
  'IndexReplaced',
  'QueuesUnavailable',
  'RedisAway',
  'StorageBusy',
  'StorageFull',
  'StorageUnavailable',
]);

/** An error as the log has it: with its stack, unless it is of a service. */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const serialized = pino.stdSerializers.err(error);
  if (!OF_SERVICES.has(error.name)) return serialized;
  const { type, message } = serialized;
  return { type, message };
}

/** Fields that tell a person at the terminal nothing. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'requestId', 'keyId']);

/**
 * Writes a record of the log for a person: time of day, level, message and fields in one line, and the stack of an error
 * in further ones. An error without a stack is part of the line.
 *
 * @param json line of JSON as pino writes it
 * @param stream terminal whose colours count
 */
export function logLine(json: string, stream: NodeJS.WriteStream): string {
  const record = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const { level, time, err } = record;
  const [name, style] = LEVELS[Number(level)] ?? [String(level), 'bold'];
  const [message, told] = messageOf(record);
  const { reason, lines } = partsOf(err);
  const fields = Object.entries(record).flatMap(([field, value]) =>
    LEFT_OUT.has(field) || told.includes(field) ? [] : [`${field}=${textOf(value)}`],
  );
  const words = [
    styleText('dim', clock(Number(time)), { stream }),
    styleText(style, name.padEnd(5), { stream }),
    printable(reason === null ? message : `${message}: ${reason}`),
    styleText('dim', printable(fields.join(' ')), { stream }),
  ];
  return [words.join(' ').trimEnd(), ...lines].join('\n');
}

/** @returns the message, and the fields that it tells already */
function messageOf({
  msg,
  method,
  path,
  status,
  ms,
}: Readonly<Record<string, unknown>>): readonly [message: string, told: readonly string[]] {
  if (msg !== 'request') return [textOf(msg), []];
  return [
    `${[method, path, status].map(textOf).join(' ')} in ${textOf(ms)} ms`,
    ['method', 'path', 'status', 'ms'],
  ];
}

/** @param time milliseconds since the epoch @returns the local time of day */
function clock(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Indented lines of an error that pino has serialised. */
/** The message of an error without a stack, or the lines of its stack. */
function partsOf(error: unknown): { readonly reason: string | null; readonly lines: readonly string[] } {
  if (typeof error !== 'object' || error === null) return { reason: null, lines: [] };
  const { stack, message } = error as { readonly stack?: unknown; readonly message?: unknown };
  if (typeof stack !== 'string') return { reason: textOf(message), lines: [] };
  return { reason: null, lines: stack.split('\n').map((line) => `  ${printable(line)}`) };
}
