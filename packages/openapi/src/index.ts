// The API's documentation, made from the contract: an OpenAPI document. Values and pure functions.
export { openApiDocument } from './document.ts';
export { entries, isObject, list, object, resolved, text, type Json, type JsonObject } from './json.ts';
