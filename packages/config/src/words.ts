import { type TString, Type } from 'typebox';
import { HIDDEN, kind, type Kind } from './setting.ts';

/** One of a closed list of words. */
export function choice<const Word extends string>(words: readonly Word[]): Kind<Word> {
  const list = words.join(', ');
  return kind({
    schema: Type.Unsafe<Word>(Type.Enum([...words])),
    allowed: words.length === 1 ? list : `one of ${list}`,
    read: (text) => text,
    print: (word) => word,
  });
}

/** Several of a closed list of words, each once, in the order of that list; none if empty. */
export function choices<const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> {
  return kind({
    schema: Type.Unsafe<readonly Word[]>(Type.Array(Type.Enum([...words]))),
    allowed: `a list of ${words.join(', ')}, separated by commas`,
    read: (text) => {
      const written = text.split(',').map((part) => part.trim().toLowerCase());
      const named = written.filter((part) => part !== '');
      const known = words.filter((word) => named.includes(word.toLowerCase()));
      return known.length === new Set(named).size ? known : undefined;
    },
    print: (list) => list.join(','),
  });
}

function text(schema: TString, allowed: string): Kind<string> {
  return kind({ schema, allowed, read: (value) => value, print: (value) => value });
}

function secret(schema: TString, allowed: string): Kind<string> {
  return { ...text(schema, allowed), mask: () => HIDDEN, secret: true };
}

/** A file system path, relative ones against the working directory. */
export function path(): Kind<string> {
  return text(Type.String({ minLength: 1, maxLength: 4_096, pattern: '^[^\\u0000]+$' }), 'a path');
}

/** An address of mail. */
export function mailAddress(): Kind<string> {
  return text(
    Type.String({ maxLength: 254, pattern: '^[^@\\s<>,;]+@[^@\\s<>,;]+$' }),
    'an address, as alerts@example.com',
  );
}

/** A name in keys and addresses. */
export function word(maxLength: number): Kind<string> {
  return text(
    Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' }),
    `1 to ${maxLength} letters, digits, - or _`,
  );
}

/** A prefix of the names of Elasticsearch's indexes. */
export function indexPrefix(): Kind<string> {
  return text(
    Type.String({ pattern: '^[a-z][a-z0-9_-]{0,99}$' }),
    '1 to 100 small letters, digits, - or _, a letter first',
  );
}

/** A password of another service, never shown. */
export function password(): Kind<string> {
  return secret(Type.String({ minLength: 1, maxLength: 1_000 }), '1 to 1,000 characters');
}

/** A user at a service that takes user and password together, where a colon ends the user; never shown. */
export function login(): Kind<string> {
  return secret(
    Type.String({ minLength: 1, maxLength: 200, pattern: '^[^:\\u0000-\\u001f\\u007f]+$' }),
    '1 to 200 characters without a colon',
  );
}

/** A key that another service gave us, never shown: what fits into a header. */
export function apiKey(): Kind<string> {
  return secret(
    Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[!-~]+$' }),
    '1 to 1,000 printable ASCII characters without spaces',
  );
}

/** A credential, never shown: printable ASCII without spaces, so that it fits into a header, and too long to guess. */
export function credential(): Kind<string> {
  return secret(
    Type.String({ minLength: 32, maxLength: 200, pattern: '^[!-~]+$' }),
    '32 to 200 printable ASCII characters without spaces',
  );
}

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
