// The pages by their addresses. Every state of a page that somebody may want to share is in its address.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { readParameters, readSearch, writeSearch } from './address.ts';
import { START } from './api/client.ts';
import { LostPage } from './frame/LostPage.tsx';
import { Root } from './frame/Root.tsx';
import { type PageName, PAGES } from './pages.ts';
import { ChangesPage } from './search/ChangesPage.tsx';
import { SearchPage } from './search/SearchPage.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: LostPage });

function routeOf<const Path extends string, const Parameter extends string>(
  page: { readonly path: Path; readonly parameters: readonly Parameter[] },
  component: RouteComponent,
) {
  return createRoute({
    getParentRoute: () => root,
    path: page.path,
    validateSearch: (given: Readonly<Record<string, unknown>>) => readParameters(given, page.parameters),
    component,
  });
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/search', replace: true });
  },
});

const pages = {
  search: routeOf(PAGES.search, SearchPage),
  changes: routeOf(PAGES.changes, ChangesPage),
  domain: routeOf(
    PAGES.domain,
    lazyRouteComponent(() => import('./domain/DomainPage.tsx'), 'DomainPage'),
  ),
  trends: routeOf(
    PAGES.trends,
    lazyRouteComponent(() => import('./trends/TrendsPage.tsx'), 'TrendsPage'),
  ),
  technology: routeOf(
    PAGES.technology,
    lazyRouteComponent(() => import('./trends/TechnologyPage.tsx'), 'TechnologyPage'),
  ),
  saved: routeOf(
    PAGES.saved,
    lazyRouteComponent(() => import('./saved/SavedPage.tsx'), 'SavedPage'),
  ),
  savedSearch: routeOf(
    PAGES.savedSearch,
    lazyRouteComponent(() => import('./saved/SavedSearchPage.tsx'), 'SavedSearchPage'),
  ),
  crawls: routeOf(
    PAGES.crawls,
    lazyRouteComponent(() => import('./crawls/CrawlsPage.tsx'), 'CrawlsPage'),
  ),
  crawl: routeOf(
    PAGES.crawl,
    lazyRouteComponent(() => import('./crawls/CrawlPage.tsx'), 'CrawlPage'),
  ),
  schedules: routeOf(
    PAGES.schedules,
    lazyRouteComponent(() => import('./schedules/SchedulesPage.tsx'), 'SchedulesPage'),
  ),
  import: routeOf(
    PAGES.import,
    lazyRouteComponent(() => import('./imports/ImportPage.tsx'), 'ImportPage'),
  ),
  blocked: routeOf(
    PAGES.blocked,
    lazyRouteComponent(() => import('./admin/BlockedPage.tsx'), 'BlockedPage'),
  ),
  providers: routeOf(
    PAGES.providers,
    lazyRouteComponent(() => import('./providers/ProvidersPage.tsx'), 'ProvidersPage'),
  ),
  keys: routeOf(
    PAGES.keys,
    lazyRouteComponent(() => import('./keys/KeysPage.tsx'), 'KeysPage'),
  ),
  audit: routeOf(
    PAGES.audit,
    lazyRouteComponent(() => import('./admin/AuditPage.tsx'), 'AuditPage'),
  ),
  index: routeOf(
    PAGES.index,
    lazyRouteComponent(() => import('./index-page/IndexPage.tsx'), 'IndexPage'),
  ),
  leave: routeOf(
    PAGES.leave,
    lazyRouteComponent(() => import('./frame/LeavePage.tsx'), 'LeavePage'),
  ),
} satisfies Readonly<Record<PageName, unknown>>;

export const router = createRouter({
  routeTree: root.addChildren({ start, ...pages }),
  basepath: START.pathname,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
