import { Type } from 'typebox';
import { HIDDEN, kind, type Kind } from './kind.ts';

/** A program and arguments that it always gets. */
export type CommandLine = readonly [program: string, ...args: string[]];

/**
 * A command that is run without a shell: quotes mean nothing there, so they are refused instead of handed on. Its
 * arguments are never shown, since they may hold a password, such as that of a proxy.
 */
export function commandLine(): Kind<CommandLine> {
  const part = Type.String({ maxLength: 4_096, pattern: '^[^\\s\\u0000"\']+$' });
  return kind({
    schema: Type.Unsafe<CommandLine>(Type.Array(part, { minItems: 1, maxItems: 100 })),
    allowed: 'a program and at most 99 arguments, separated by spaces, without quotes',
    read: (text) => text.trim().split(/\s+/),
    print: (parts) => parts.join(' '),
    mask: ([program, ...args]) => (args.length === 0 ? program : `${program} ${HIDDEN}`),
  });
}
