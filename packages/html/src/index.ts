// Reads markup, and nothing but markup: what a source says about the world is concluded in @sitegrep/facts. Everything is pure and
// synchronous, and bounded by the size of the page, whatever it holds.
export { InlineScripts, InlineStyles, type InlineScript } from './inline-content.ts';
export { isJsonLdObject, parseJsonLd, type JsonLdObject } from './json-ld.ts';
export {
  PAGE_TEXT_ATTRIBUTES,
  PageTextReader,
  readPageText,
  type BlockKind,
  type PageText,
  type TextBlock,
  type TextLink,
} from './page-text/page-text.ts';
export type { PageVideo } from './page-text/videos.ts';
export { elementTable } from './parser/elements.ts';
export { NameTable } from './parser/name-table.ts';
export { visitHtml, type HtmlVisitor } from './parser/parser.ts';
export { ScopeReader, scopeRanges, type ScopeRanges, type SourceScope } from './scopes/source-scopes.ts';
export { packedZones, unpackZones, ZONE_SCOPES, zoneOf, zonesOf } from './scopes/zones.ts';
export { StartTags } from './start-tags.ts';
export {
  copied,
  decodeAttribute,
  decodeText,
  foldedText,
  foldedValue,
  foldWhiteSpace,
  MAX_RAW_CHARACTERS,
  withoutReferences,
} from './text.ts';
export { INLINE, isBlank, LINE_END, TextCollector, UNSEEN, type VisibleText } from './visible-text.ts';
