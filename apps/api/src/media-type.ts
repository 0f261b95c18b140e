import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from './failure.ts';

/**
 * Checks that a body is of one of some types, in UTF-8, and compressed in no way that is not allowed.
 *
 * @param accepted types in lower case
 * @param encodings content-encodings that are allowed, in lower case
 * @returns the type
 * @throws Failure unsupported_media_type
 */
export function requireMediaType<Type extends string>(
  headers: IncomingHttpHeaders,
  accepted: readonly Type[],
  encodings: readonly string[] = [],
): Type {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity' && !encodings.includes(encoding)) {
    throw unsupported(
      `The body has a content-encoding; send it ${encodings.length === 0 ? '' : `with ${encodings[0]} or `}without one.`,
    );
  }
  const [name, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const type = accepted.find((candidate) => candidate === name?.trim());
  if (type === undefined) throw unsupported(`Content-Type must be ${accepted.join(' or ')}, with UTF-8.`);
  for (const parameter of parameters) {
    const charset = charsetOf(parameter);
    if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
      throw unsupported('The charset in Content-Type is not UTF-8; send the body in UTF-8.');
    }
  }
  return type;
}

/** Of a parameter `charset=utf-8`, the value perhaps in quotes; no pattern, for a header may be 16 KiB of spaces. */
function charsetOf(parameter: string): string | undefined {
  const [name, ...values] = parameter.split('=');
  if (name?.trim() !== 'charset' || values.length === 0) return undefined;
  const value = values.join('=').trim();
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

/** Whether the named type, apart from its parameters, is one of some. */
export function isMediaType(headers: IncomingHttpHeaders, types: readonly string[]): boolean {
  return types.includes(headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

function unsupported(details: string): Failure {
  return new Failure('unsupported_media_type', details);
}
