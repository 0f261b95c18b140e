import type { Config } from '@sitegrep/config';
import { readAuthorities } from '../authorities.ts';
import { counted } from '../terminal.ts';
import { checksOf, failedCheck, type Check } from './check.ts';

const { ok, warn, fail } = checksOf('certificates');

/** Checks the certificate authorities of the settings, if there are any. */
export function checkCertificates(
  { certificateAuthorities: file }: Config,
  now = Date.now(),
): readonly Check[] {
  if (file === null) return [];
  try {
    const { certificates } = readAuthorities(file);
    const unfit = certificates.flatMap(({ subject, ca, validTo }): Check[] => {
      const name = subject.replaceAll('\n', ', ');
      if (Date.parse(validTo) < now) {
        return [warn(`${name} in ${file} expired on ${validTo}`, 'put its successor into the file')];
      }
      if (ca) return [];
      return [
        fail(
          `${name} in ${file} is the certificate of a host, not of an authority`,
          'put the certificate of the authority that issued it into the file',
        ),
      ];
    });
    return [
      ok(`${file} has ${counted(certificates.length, 'certificate authority', 'certificate authorities')}`),
      ...unfit,
    ];
  } catch (error) {
    return [failure(file, error)];
  }
}

function failure(file: string, error: unknown): Check {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === null) return failedCheck('certificates', error);
  return fail(
    `${file} can't be read (${code})`,
    'set SITEGREP_CERTIFICATE_AUTHORITIES to a file that this user can read',
  );
}
