import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from './failure.ts';

/**
 * Checks that a body is of one of some types, in UTF-8 and not compressed.
 *
 * @param accepted types in lower case
 * @returns the type
 * @throws Failure unsupported_media_type
 */
export function requireMediaType<Type extends string>(
  headers: IncomingHttpHeaders,
  accepted: readonly Type[],
): Type {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    throw unsupported('The body has a content-encoding; send it without one.');
  }
  const [name, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const type = accepted.find((candidate) => candidate === name?.trim());
  if (type === undefined) throw unsupported(`Content-Type must be ${accepted.join(' or ')}, with UTF-8.`);
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/.exec(parameter)?.[1];
    if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
      throw unsupported('The charset in Content-Type is not UTF-8; send the body in UTF-8.');
    }
  }
  return type;
}

/** Whether the named type, apart from its parameters, is one of some. */
export function isMediaType(headers: IncomingHttpHeaders, types: readonly string[]): boolean {
  return types.includes(headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

function unsupported(details: string): Failure {
  return new Failure('unsupported_media_type', details);
}
