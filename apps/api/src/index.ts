// The HTTP API: `createApi` puts it together (api.ts), one file a route (routes/), what all routes share in plugins/.
// Keys can also be made without HTTP (api-keys.ts).
export { createKey, ensureAdminKey, type CreatedKey, type KeyWish } from './api-keys.ts';
export { createApi } from './api.ts';
export { domainItem } from './domain-item.ts';
export type { ApiParts, ApiSettings } from './settings.ts';
