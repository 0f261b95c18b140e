/* Addresses of every page of the console in its states, with a text that each shows when it is complete. */
import { PAGE_NAMES, type PageName, PAGES } from '@sitegrep/console/pages';
import { CHANGED_SITE } from './past-visits.ts';
import { SAVED } from './saved-search-samples.ts';

type Address = readonly [path: string, shown: string | RegExp];

const SITE = '/domains/bakery-lyon.example';

/** States of pages; a page that is not here has one, at its own path. `ID` stands for the id of a crawl. */
const STATES: { readonly [Name in PageName]?: readonly Address[] } = {
  search: [
    ['/search', 'domains'],
    ['/search?q=wp-content', 'wp-content'],
    ['/search?q=tech:WordPress', 'read as'],
    ['/search?q=window.dataLayer %3D window', 'As it stands'],
    ['/search?q=nothing-has-this country:DE', 'Nothing matches'],
    ['/search?q=cdn.old-widgets.example&level=version', '2 versions'],
    [`/search?q=wp-content&site=bakery-lyon.example&url=http://bakery-lyon.example/`, '1 of 2'],
  ],
  domain: [
    [SITE, 'Boulangerie Étoile'],
    [`${SITE}?q=wp-content`, 'Matches of your query'],
    [`/domains/${CHANGED_SITE}?q=w.js`, 'Tea for you'],
    [`${SITE}?tab=technologies`, 'WordPress'],
    [`${SITE}?tab=answers`, 'Headers and cookies'],
    [`${SITE}?tab=pages`, 'utf-8'],
    [`${SITE}?tab=source&q=wp-content`, '1 of 2'],
    [`${SITE}?tab=versions`, 'No other version of this page is kept'],
    [`/domains/${CHANGED_SITE}?tab=versions`, 'Version 6 of 6'],
    [`/domains/${CHANGED_SITE}?tab=versions&from=2026-07-06T06:00:00Z&look=split`, 'From the version of'],
    [
      `/domains/${CHANGED_SITE}?tab=versions&at=2026-07-06T06:00:00Z&from=2026-05-04T06:00:00Z&look=unified`,
      'From the version of',
    ],
    [`${SITE}?tab=links`, 'Redirects out'],
    [`${SITE}?tab=history`, 'No change yet'],
    [`/domains/${CHANGED_SITE}?tab=history`, 'gone since'],
    [`/domains/${CHANGED_SITE}?tab=history&all=yes`, 'gone since'],
    [`${SITE}?tab=visits`, 'indexed'],
    ['/domains/nowhere.example', 'This domain is not in the index'],
  ],
  changes: [
    ['/changes', 'Tea and more'],
    ['/changes?q=added:host at:2026-07&kind=host', 'cdn.new-widgets.example'],
    ['/changes?q=added:host:nowhere.example', 'Nothing matches'],
  ],
  trends: [
    ['/trends', 'all domains'],
    ['/trends?q=host:tags.example&q2=host:*.example&q3=rank:>=0&from=2026-05-01', 'taken as it is now'],
    ['/trends?q=host:nowhere.example&by=week', 'No domain fulfilled this'],
    ['/trends?q=tech:WordPress&q2=rank:high', 'This did not work'],
  ],
  technology: [
    ['/trends/WordPress', 'The last twelve months'],
    ['/trends/nothing-of-this-name', 'There is no such technology'],
  ],
  saved: [['/saved', SAVED.label]],
  savedSearch: [
    [`/saved/${SAVED.id}`, SAVED.site],
    [`/saved/${SAVED.ofChanges}`, 'Changes that fulfil it'],
    ['/saved/nothing-of-this-name', 'There is no such saved search'],
  ],
  technologies: [
    ['/technologies', 'There are no technologies of your own yet'],
    ['/technologies?tab=editor', 'Write a query to see which domains'],
    ['/technologies?tab=editor&q=wp-content', /[0-9]+ domains?, [0-9]+ pages?/],
    ['/technologies?tab=editor&search=nothing-of-this-name', 'This did not work'],
    ['/technologies?tab=try', 'Paste fingerprints'],
  ],
  crawls: [
    ['/crawls', 'completed'],
    ['/crawls?sites=co.uk', 'a public suffix'],
  ],
  crawl: [['/crawls/ID', 'completed']],
  import: [['/import', 'Import ranks']],
  schedules: [['/schedules', 'each Monday at 04:30']],
  providers: [
    ['/providers', 'no budget'],
    ['/providers?operation=videosite-video-info', 'Video id'],
  ],
  index: [
    ['/index', 'What takes the space'],
    ['/index?tab=checks', /Everything is fine|[0-9] warning/],
    ['/index?tab=settings', 'SITEGREP_DATA_DIR'],
    ['/index?tab=metrics', 'Searches since the start'],
  ],
  keys: [['/keys', 'bootstrap admin']],
  audit: [['/audit', 'Crawl submitted']],
  blocked: [['/blocked', 'asked to be left out']],
  leave: [['/leave?to=https://bakery-lyon.example/', 'Open it in a new tab']],
};

/** Every page in all of its states; the sample web is crawled, a site has past visits, a domain is blocked, a schedule and saved searches are there. */
export const ADDRESSES: readonly Address[] = PAGE_NAMES.flatMap((name): readonly Address[] => {
  const { path, title } = PAGES[name];
  return STATES[name] ?? [[path, title]];
});
