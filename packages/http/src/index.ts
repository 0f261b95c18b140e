// HTTP/1.1 answers read as tolerantly as browsers and curl do: the head, the framing and the encodings of the body, and
// whether it is HTML. Crawl and import judge by these functions, so that they take the same answers for pages.
export { ByteSource } from './byte-source.ts';
export { Unchunker } from './chunks.ts';
export { codingsOf, type BodyCodings } from './content-coding.ts';
export { bodyKind, endsLikeHtml, mediaType, SNIFF_BYTES, startsLikeHtml } from './content-type.ts';
export { decoded, TooExpansive, Undecodable, type DecodingLimits } from './decoding.ts';
export { framingOf, transferCodings } from './framing.ts';
export { gzipHeaderLength, isGzip } from './gzip-header.ts';
export { headEnd, parseFields, parseHead, valuesOf, type Field, type Fields, type Head } from './head.ts';
export { escapedOctets, readRefresh, type Refresh } from './references.ts';
