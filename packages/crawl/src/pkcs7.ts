import { X509Certificate } from 'node:crypto';

/** Maximum certificates that are taken of a file from the network. */
const MAX_CERTIFICATES = 20;

const PEM = /-----BEGIN (?:CERTIFICATE|PKCS7)-----([\sA-Za-z0-9+/=]+)-----END (?:CERTIFICATE|PKCS7)-----/g;

/**
 * The certificates in a file: one certificate in DER, several in PEM, or a PKCS #7 message that holds nothing else
 * (RFC 5280, 4.2.2.1, and RFC 2797). Empty if it is none of these.
 */
export function certificatesIn(bytes: Buffer, max = MAX_CERTIFICATES): readonly X509Certificate[] {
  const blocks = [...bytes.toString('latin1').matchAll(PEM)].map(([, base64 = '']) =>
    Buffer.from(base64, 'base64'),
  );
  return (blocks.length > 0 ? blocks : [bytes])
    .flatMap((block) => {
      const certificate = certificateIn(block);
      return certificate === null
        ? inMessage(block).flatMap((one) => certificateIn(one) ?? [])
        : [certificate];
    })
    .slice(0, max);
}

function certificateIn(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    // It may be a message with certificates, or something else.
    return null;
  }
}

const SEQUENCE = 0x30;
const OBJECT_IDENTIFIER = 0x06;
/** A context-specific constructed element with the number 0. */
const TAGGED_0 = 0xa0;
/** 1.2.840.113549.1.7.2 */
const SIGNED_DATA = Buffer.from('2a864886f70d010702', 'hex');

interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** Tag, length and content. */
  readonly whole: Buffer;
}

/** Certificates of `ContentInfo { signedData, [0] SignedData { …, [0] certificates, … } }` (RFC 2315, 7 and 9.1). */
function inMessage(der: Buffer): readonly Buffer[] {
  const [info] = elementsOf(der);
  if (info?.tag !== SEQUENCE) return [];
  const [type, tagged] = elementsOf(info.content);
  if (type?.tag !== OBJECT_IDENTIFIER || !type.content.equals(SIGNED_DATA) || tagged === undefined) return [];
  const [data] = elementsOf(tagged.content);
  const certificates =
    data === undefined ? undefined : elementsOf(data.content).find(({ tag }) => tag === TAGGED_0);
  return certificates === undefined ? [] : elementsOf(certificates.content).map(({ whole }) => whole);
}

/** Elements of a DER value one after the other, up to the first that is broken. */
function elementsOf(der: Buffer): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at + 2 <= der.length;) {
    const tag = der[at] ?? 0;
    const first = der[at + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + lengthBytes;
    if (lengthBytes > 4 || start > der.length) break;
    const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes);
    const end = start + length;
    // An indefinite length, 0x80, is not DER.
    if (first === 0x80 || end > der.length) break;
    elements.push({ tag, content: der.subarray(start, end), whole: der.subarray(at, end) });
    at = end;
  }
  return elements;
}
