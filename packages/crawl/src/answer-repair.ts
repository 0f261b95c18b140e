// Makes strict HTTP/1.1 of the answers of one connection, for a parser that takes nothing else. What is strict already, as
// nearly every answer is, passes as it came. After any other answer the parser is made to close the connection, so that
// doubtful bytes are never taken for the next answer.
import { framingOf, headEnd, parseHead, Unchunker, type Fields, type Framing, type Head } from '@sitegrep/http';

/** A head as RFC 9112 wants it, with the values of its fields that frame the body. */
const STRICT_HEAD =
  // oxlint-disable-next-line no-control-regex -- those that no value may have
  /^HTTP\/1\.[01] [2-5]\d\d(?: [^\0-\x08\n-\x1f\x7f]*)?\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[^\0-\x08\n-\x1f\x7f]*\r\n)*\r\n$/;
const FRAMING_FIELD = /\n(content-length|transfer-encoding):[ \t]*([^\r]*?)[ \t]*\r/gi;

/**
 * Begins an answer that nobody requested: at this the parser closes the connection, and no request is held responsible.
 */
const END_CONNECTION = Buffer.from('H');

const LAST_CHUNK = Buffer.from('0\r\n\r\n');
/** No chunk size: the parser reports the body as broken. */
const NO_CHUNK = Buffer.from('-\r\n');

/** What the next bytes of the connection are. */
type State =
  /** Nothing that was requested. */
  | { readonly kind: 'idle' }
  /** A head, of which some has come. */
  | { readonly kind: 'head'; pending: Buffer }
  /** A body, of which so many bytes are left. */
  | { readonly kind: 'length'; left: number; readonly repaired: boolean }
  | { readonly kind: 'chunks'; readonly unchunker: Unchunker; readonly length: number | null; sent: number }
  /** A chunked body that was strict so far. */
  | StrictChunks
  /** Anything, up to the end of the connection. */
  | { readonly kind: 'rest' }
  /** Of no interest any more. */
  | { readonly kind: 'over' };
