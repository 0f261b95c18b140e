import { getRouteApi } from '@tanstack/react-router';
import { Link } from '../parts/Link.tsx';
import { Page } from '../parts/Page.tsx';
import { INDEX_TEXT as WORDS } from '../text/index-page.ts';
import { Checks } from './Checks.tsx';
import { Metrics } from './Metrics.tsx';
import { Settings } from './Settings.tsx';
import { Size } from './Size.tsx';
import './index-page.css';

const indexRoute = getRouteApi('/index');

const TABS = { size: Size, checks: Checks, settings: Settings, metrics: Metrics } as const;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as readonly Tab[];

/** The index and the instance around it, one part at a time. */
export function IndexPage() {
  const { tab } = indexRoute.useSearch();
  const chosen = TAB_NAMES.find((name) => name === tab) ?? 'size';
  const Shown = TABS[chosen];
  return (
    <Page name="index" className="instance">
      <nav className="tabs" aria-label={WORDS.tabs}>
        {TAB_NAMES.map((name) => (
          <Link
            key={name}
            to="/index"
            search={name === 'size' ? {} : { tab: name }}
            // The size has no tab in its address, and would count as chosen beside every other.
            activeOptions={{ exact: true }}
            aria-current={name === chosen ? 'page' : undefined}
          >
            {WORDS.tab[name]}
          </Link>
        ))}
      </nav>
      <Shown />
    </Page>
  );
}
