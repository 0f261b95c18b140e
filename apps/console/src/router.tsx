// The pages by their addresses. Every state of a page that somebody may want to share is in its address.
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { readParameters, readSearch, writeSearch } from './address.ts';
import { START } from './api/client.ts';
import { FailedPage } from './frame/FailedPage.tsx';
import { LostPage } from './frame/LostPage.tsx';
import { Root } from './frame/Root.tsx';
import { type PageName, PAGES } from './pages.ts';
import { pageOnDemand } from './parts/on-demand.tsx';
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
    pageOnDemand('DomainPage', async () => (await import('./domain/DomainPage.tsx')).DomainPage),
  ),
  trends: routeOf(
    PAGES.trends,
    pageOnDemand('TrendsPage', async () => (await import('./trends/TrendsPage.tsx')).TrendsPage),
  ),
  technology: routeOf(
    PAGES.technology,
    pageOnDemand('TechnologyPage', async () => (await import('./trends/TechnologyPage.tsx')).TechnologyPage),
  ),
  saved: routeOf(
    PAGES.saved,
    pageOnDemand('SavedPage', async () => (await import('./saved/SavedPage.tsx')).SavedPage),
  ),
  savedSearch: routeOf(
    PAGES.savedSearch,
    pageOnDemand(
      'SavedSearchPage',
      async () => (await import('./saved/SavedSearchPage.tsx')).SavedSearchPage,
    ),
  ),
  technologies: routeOf(
    PAGES.technologies,
    pageOnDemand(
      'TechnologiesPage',
      async () => (await import('./technologies/TechnologiesPage.tsx')).TechnologiesPage,
    ),
  ),
  crawls: routeOf(
    PAGES.crawls,
    pageOnDemand('CrawlsPage', async () => (await import('./crawls/CrawlsPage.tsx')).CrawlsPage),
  ),
  crawl: routeOf(
    PAGES.crawl,
    pageOnDemand('CrawlPage', async () => (await import('./crawls/CrawlPage.tsx')).CrawlPage),
  ),
  schedules: routeOf(
    PAGES.schedules,
    pageOnDemand('SchedulesPage', async () => (await import('./schedules/SchedulesPage.tsx')).SchedulesPage),
  ),
  import: routeOf(
    PAGES.import,
    pageOnDemand('ImportPage', async () => (await import('./imports/ImportPage.tsx')).ImportPage),
  ),
  blocked: routeOf(
    PAGES.blocked,
    pageOnDemand('BlockedPage', async () => (await import('./admin/BlockedPage.tsx')).BlockedPage),
  ),
  providers: routeOf(
    PAGES.providers,
    pageOnDemand('ProvidersPage', async () => (await import('./providers/ProvidersPage.tsx')).ProvidersPage),
  ),
  keys: routeOf(
    PAGES.keys,
    pageOnDemand('KeysPage', async () => (await import('./keys/KeysPage.tsx')).KeysPage),
  ),
  audit: routeOf(
    PAGES.audit,
    pageOnDemand('AuditPage', async () => (await import('./admin/AuditPage.tsx')).AuditPage),
  ),
  index: routeOf(
    PAGES.index,
    pageOnDemand('IndexPage', async () => (await import('./index-page/IndexPage.tsx')).IndexPage),
  ),
  leave: routeOf(
    PAGES.leave,
    pageOnDemand('LeavePage', async () => (await import('./frame/LeavePage.tsx')).LeavePage),
  ),
} satisfies Readonly<Record<PageName, unknown>>;

export const router = createRouter({
  routeTree: root.addChildren({ start, ...pages }),
  basepath: START.pathname,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
