import { HIDDEN, kind, type Kind } from './setting.ts';

/** One of a closed list of words. */
export function choice<const Word extends string>(words: readonly Word[]): Kind<Word> {
  const list = words.join(', ');
  return kind({
    allowed: words.length === 1 ? list : `one of ${list}`,
    read: (text) => words.find((word) => word === text),
    print: (word) => word,
  });
}

/** Several of a closed list of words, each once, in the order of that list; none if empty. */
export function choices<const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> {
  return kind({
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

/** Texts that match a pattern as a whole. */
function text(pattern: RegExp, allowed: string): Kind<string> {
  return kind({
    allowed,
    read: (value) => (pattern.test(value) ? value : undefined),
    print: (value) => value,
  });
}

function secret(pattern: RegExp, allowed: string): Kind<string> {
  return { ...text(pattern, allowed), mask: () => HIDDEN, secret: true };
}

/** A file system path, relative ones against the working directory. */
export function path(): Kind<string> {
  return text(/^\P{Cc}{1,4096}$/u, 'a path');
}

/** An address of mail. */
export function mailAddress(): Kind<string> {
  return text(/^(?=.{1,254}$)[^@\s<>,;]+@[^@\s<>,;]+$/, 'an address, as alerts@example.com');
}

/** A name in keys and addresses. */
export function word(maxLength: number): Kind<string> {
  return text(new RegExp(`^[A-Za-z0-9_-]{1,${maxLength}}$`), `1 to ${maxLength} letters, digits, - or _`);
}

/** A prefix of the names of Elasticsearch's indexes. */
export function indexPrefix(): Kind<string> {
  return text(/^[a-z][a-z0-9_-]{0,99}$/, '1 to 100 small letters, digits, - or _, a letter first');
}

/** A password of another service, never shown. */
export function password(): Kind<string> {
  return secret(/^[^]{1,1000}$/, '1 to 1,000 characters');
}

/** A user at a service that takes user and password together, where a colon ends the user; never shown. */
export function login(): Kind<string> {
  return secret(/^[^:\p{Cc}]{1,200}$/u, '1 to 200 characters without a colon');
}

/** A key that another service gave us, never shown: what fits into a header. */
export function apiKey(): Kind<string> {
  return secret(/^[!-~]{1,1000}$/, '1 to 1,000 printable ASCII characters without spaces');
}

/** A credential, never shown: printable ASCII without spaces, so that it fits into a header, and too long to guess. */
export function credential(): Kind<string> {
  return secret(/^[!-~]{32,200}$/, '32 to 200 printable ASCII characters without spaces');
}

/** A program and arguments that it always gets. */
export type CommandLine = readonly [program: string, ...args: string[]];

/**
 * A command that is run without a shell: quotes mean nothing there, so they are refused instead of handed on. Its
 * arguments are never shown, since they may hold a password, such as that of a proxy.
 */
export function commandLine(): Kind<CommandLine> {
  const part = /^[^\s\p{Cc}"']{1,4096}$/u;
  return kind<CommandLine>({
    allowed: 'a program and at most 99 arguments, separated by spaces, without quotes',
    read: (text) => {
      const [program = '', ...args] = text.trim().split(/\s+/);
      const isAllowed = args.length < 100 && [program, ...args].every((one) => part.test(one));
      return isAllowed ? [program, ...args] : undefined;
    },
    print: (parts) => parts.join(' '),
    mask: ([program, ...args]) => (args.length === 0 ? program : `${program} ${HIDDEN}`),
  });
}
