// The HTTP API: `createApi` puts it together (api.ts), one file a route (routes/), what all routes share in plugins/.
// Keys (@sitegrep/api/keys) and items (@sitegrep/api/domain-item) can also be had without HTTP.
export { createApi } from './api.ts';
export type { ApiParts, ApiSettings } from './settings.ts';
