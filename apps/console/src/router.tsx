// The pages by their addresses. Every state of a page that somebody may want to share is in its address.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { START } from './api/client.ts';
import { Root } from './frame/Root.tsx';
import { LostPage } from './frame/LostPage.tsx';
import { SearchPage } from './search/SearchPage.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: LostPage });

/** Reads parameters of an address: those that are texts, and not empty. */
function texts<const Name extends string>(...names: readonly Name[]) {
  return (given: Readonly<Record<string, unknown>>): { readonly [One in Name]?: string } => {
    const read: { [One in Name]?: string } = {};
    for (const name of names) {
      const value = given[name];
      if (typeof value === 'string' && value !== '') read[name] = value;
    }
    return read;
  };
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/search', replace: true });
  },
});
const searchRoute = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: texts('q', 'level', 'order'),
  component: SearchPage,
});
const domainRoute = createRoute({
  getParentRoute: () => root,
  path: '/domains/$domain',
  validateSearch: texts('q', 'tab', 'url', 'part', 'match'),
  component: lazyRouteComponent(() => import('./domain/DomainPage.tsx'), 'DomainPage'),
});
const crawlsRoute = createRoute({
  getParentRoute: () => root,
  path: '/crawls',
  validateSearch: texts('sites'),
  component: lazyRouteComponent(() => import('./crawls/CrawlsPage.tsx'), 'CrawlsPage'),
});
const crawlRoute = createRoute({
  getParentRoute: () => root,
  path: '/crawls/$id',
  validateSearch: texts('outcome'),
  component: lazyRouteComponent(() => import('./crawls/CrawlPage.tsx'), 'CrawlPage'),
});
const schedulesRoute = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./schedules/SchedulesPage.tsx'), 'SchedulesPage'),
});
const providersRoute = createRoute({
  getParentRoute: () => root,
  path: '/providers',
  validateSearch: texts(
    'operation',
    'keyword',
    'video_id',
    'language_code',
    'location_code',
    'device',
    'os',
    'depth',
    'client',
  ),
  component: lazyRouteComponent(() => import('./providers/ProvidersPage.tsx'), 'ProvidersPage'),
});
const importRoute = createRoute({
  getParentRoute: () => root,
  path: '/import',
  component: lazyRouteComponent(() => import('./imports/ImportPage.tsx'), 'ImportPage'),
});
const keysRoute = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
});
const auditRoute = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: texts('action'),
  component: lazyRouteComponent(() => import('./admin/AuditPage.tsx'), 'AuditPage'),
});
const blockedRoute = createRoute({
  getParentRoute: () => root,
  path: '/blocked',
  component: lazyRouteComponent(() => import('./admin/BlockedPage.tsx'), 'BlockedPage'),
});
const indexRoute = createRoute({
  getParentRoute: () => root,
  path: '/index',
  validateSearch: texts('tab', 'find', 'changed'),
  component: lazyRouteComponent(() => import('./index-page/IndexPage.tsx'), 'IndexPage'),
});
const leaveRoute = createRoute({
  getParentRoute: () => root,
  path: '/leave',
  validateSearch: texts('to'),
  component: lazyRouteComponent(() => import('./frame/LeavePage.tsx'), 'LeavePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    searchRoute,
    domainRoute,
    crawlsRoute,
    crawlRoute,
    schedulesRoute,
    providersRoute,
    importRoute,
    keysRoute,
    auditRoute,
    blockedRoute,
    indexRoute,
    leaveRoute,
  ]),
  basepath: START.pathname,
  // Parameters are texts as they stand: a query such as 123 stays one.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
  },
  scrollRestoration: true,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
