import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../frame/caller.ts';
import { Link } from '../parts/Link.tsx';
import { Page } from '../parts/Page.tsx';
import { PROVIDER_TEXT as WORDS } from '../text/providers.ts';
import { Chain } from './Chain.tsx';
import { OPERATION_NAMES, TRIED } from './operations.ts';
import { TryOperation } from './TryOperation.tsx';
import './providers.css';

const providersRoute = getRouteApi('/providers');

/** The operations of providers, one at a time: who answers, how they do, and a form to try it. */
export function ProvidersPage() {
  const { operation, ...values } = providersRoute.useSearch();
  const isAdmin = useMay('admin');
  const mayTry = { serp: useMay('serp'), video: useMay('video') };
  const shown = OPERATION_NAMES.filter((name) => isAdmin || mayTry[TRIED[name].scope]);
  const chosen = shown.find((name) => name === operation) ?? shown[0] ?? 'web-serp';
  const { scope } = TRIED[chosen];
  return (
    <Page name="providers" lead={WORDS.lead}>
      <nav className="tabs" aria-label={WORDS.tabs}>
        {shown.map((name) => (
          <Link
            key={name}
            to="/providers"
            search={{ operation: name }}
            aria-current={name === chosen ? 'page' : undefined}
          >
            {WORDS.operations[name]}
          </Link>
        ))}
      </nav>
      {isAdmin && <Chain operation={chosen} />}
      {mayTry[scope] ? (
        // A form of its own for each operation: what was typed into one means nothing to another.
        <TryOperation key={chosen} operation={chosen} values={values} />
      ) : (
        <p className="quiet">{WORDS.needs(scope)}</p>
      )}
    </Page>
  );
}
