import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CommandFailed } from './failure.ts';

/** Certificate authorities of SITEGREP_CERTIFICATE_AUTHORITIES. */
export interface Authorities {
  /** The certificates of the file, without anything else in it. */
  readonly pem: string;
  readonly certificates: readonly X509Certificate[];
}

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED )?CERTIFICATE-----/g;

/** @throws CommandFailed if the file has no certificate, or a broken one; the system's error if it can't be read */
export function readAuthorities(file: string): Authorities {
  const blocks = readFileSync(file, 'utf8').match(PEM) ?? [];
  if (blocks.length === 0) {
    throw new CommandFailed(
      `SITEGREP_CERTIFICATE_AUTHORITIES: ${file} has no certificate in PEM ("-----BEGIN CERTIFICATE-----"): convert it, or name another file.`,
    );
  }
  const certificates = blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch (error) {
      throw new CommandFailed(
        `SITEGREP_CERTIFICATE_AUTHORITIES: certificate ${index + 1} of ${blocks.length} in ${file} can't be read: replace it, or take it out of the file.`,
        { cause: error },
      );
    }
  });
  return { pem: blocks.join('\n'), certificates };
}
