// The API's documentation, made from the contract: an OpenAPI document. Values and pure functions.
export { openApiDocument } from './document.ts';
export { isObject, type Json, type JsonObject } from './json.ts';
export { entries, list, object, resolved, text } from './parts.ts';
