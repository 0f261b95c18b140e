import { getRouteApi } from '@tanstack/react-router';
import { Link } from '../parts/Link.tsx';
import { Page } from '../parts/Page.tsx';
import { TECHNOLOGIES_TEXT as WORDS } from '../text/technologies.ts';
import { FingerprintTrial } from './FingerprintTrial.tsx';
import { OwnTechnologies } from './OwnTechnologies.tsx';
import { TechnologyEditor } from './TechnologyEditor.tsx';
import './technologies.css';

const route = getRouteApi('/technologies');

const TABS = { own: OwnTechnologies, editor: TechnologyEditor, try: FingerprintTrial } as const;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as readonly Tab[];

/** Technologies of one's own: what there is, an editor, and a form to try fingerprints. */
export function TechnologiesPage() {
  const { tab, search = '', q = '' } = route.useSearch();
  const chosen = TAB_NAMES.find((name) => name === tab) ?? 'own';
  const Shown = TABS[chosen];
  return (
    <Page name="technologies" lead={WORDS.lead}>
      <nav className="tabs" aria-label={WORDS.tabs}>
        {TAB_NAMES.map((name) => (
          <Link
            key={name}
            to="/technologies"
            search={name === 'own' ? {} : { tab: name }}
            activeOptions={{ exact: true }}
            aria-current={name === chosen ? 'page' : undefined}
          >
            {WORDS.tab[name]}
          </Link>
        ))}
      </nav>
      <Shown key={search} search={search} q={q} />
    </Page>
  );
}
