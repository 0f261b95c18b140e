import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PageVersion } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { isNotFound } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { State } from '../parts/Failure.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { SOURCE_TEXT } from '../text/domain.ts';
import { VERSIONS_TEXT as WORDS } from '../text/versions.ts';
import { Diff } from './Diff.tsx';
import { Source } from './Source.tsx';
import { versionSource } from './source-queries.ts';
import { lookedAtIn, type Part, partIn } from './source-state.ts';
import { LOOKS, type Look, type VersionParameters } from './version-choice.ts';

/** Time for which a difference is kept that is no longer shown, in milliseconds: it may have megabytes. */
const KEPT_MS = 10_000;

interface VersionContentProps {
  readonly page: { readonly domain: string; readonly url: string };
  readonly given: VersionParameters;
  readonly to: PageVersion | undefined;
  /** The version that it is compared with; undefined: none. */
  readonly from: PageVersion | undefined;
  readonly go: (change: VersionParameters, replace?: boolean) => void;
  /** Loads the list of versions again. */
  readonly reload: () => void;
}

/** The source of a version, or how it differs from another one. */
export function VersionContent({ page, given, to, from, go, reload }: VersionContentProps) {
  if (to === undefined) return null;
  const isRendered = [to, ...(from === undefined ? [] : [from])].every((one) => one.rendered_bytes !== null);
  const part = isRendered ? partIn(given) : 'body';
  const look = LOOKS.find((one) => one === given.look) ?? usualLook();
  return (
    <div className="stack">
      <div className="row">
        {isRendered && (
          <label className="row">
            <span className="quiet">{SOURCE_TEXT.part}</span>
            <select
              className="input"
              value={part}
              onChange={({ target: { value } }) => go({ part: value === 'body' ? '' : value, match: '' })}
            >
              <option value="body">{SOURCE_TEXT.body}</option>
              <option value="rendered">{SOURCE_TEXT.rendered}</option>
            </select>
          </label>
        )}
        {from !== undefined && (
          <label className="row">
            <span className="quiet">{WORDS.look}</span>
            <select className="input" value={look} onChange={({ target: { value } }) => go({ look: value })}>
              {LOOKS.map((one) => (
                <option key={one} value={one}>
                  {WORDS.looks[one]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {from === undefined ? (
        <VersionSource page={page} version={to} part={part} given={given} go={go} reload={reload} />
      ) : (
        <Difference page={page} from={from} to={to} part={part} look={look} reload={reload} />
      )}
    </div>
  );
}

/** Both sources side by side where there is room for it. */
function usualLook(): Look {
  return matchMedia('(min-width: 960px)').matches ? 'split' : 'unified';
}

function VersionSource(props: {
  readonly page: VersionContentProps['page'];
  readonly version: PageVersion;
  readonly part: Part;
  readonly given: VersionParameters;
  readonly go: VersionContentProps['go'];
  readonly reload: () => void;
}) {
  const { page, version, part, given, go, reload } = props;
  const { domain, url } = page;
  const source = useQuery(versionSource(domain, url, version.id, part));
  const lookedAt = useMemo(() => lookedAtIn(given), [given]);
  return (
    <Loaded
      query={source}
      lines={12}
      failed={(error) => (isNotFound(error) ? <Missing reload={reload} /> : null)}
    >
      {(text) => (
        <Source
          key={`${part} ${version.id}`}
          text={text}
          query={given.q ?? ''}
          name={`${domain}-${version.first_seen.slice(0, 10)}.html.txt`}
          match={lookedAt}
          onMatch={(index) => go({ match: String(index + 1) }, true)}
          linkTo={(offset) => ({ domain, url, part, version, query: given.q ?? '', offset })}
        />
      )}
    </Loaded>
  );
}

function Difference(props: {
  readonly page: VersionContentProps['page'];
  readonly from: PageVersion;
  readonly to: PageVersion;
  readonly part: Part;
  readonly look: Look;
  readonly reload: () => void;
}) {
  const { page, from, to, part, look, reload } = props;
  const { domain, url } = page;
  const difference = useQuery({
    queryKey: ['diff', domain, url, from.id, to.id, part],
    queryFn: ({ signal }) =>
      client.domains.diff(domain, { url, from: from.id, to: to.id, part, format: 'unified' }, { signal }),
    gcTime: KEPT_MS,
  });
  return (
    <Loaded
      query={difference}
      lines={12}
      failed={(error) => (isNotFound(error) ? <Missing reload={reload} /> : null)}
    >
      {(found) => <Diff key={`${from.id} ${to.id} ${part}`} diff={found} look={look} />}
    </Loaded>
  );
}

function Missing({ reload }: { readonly reload: () => void }) {
  return (
    <State title={WORDS.missing}>
      <p>{WORDS.missingHint}</p>
      <Button onClick={reload}>{WORDS.reload}</Button>
    </State>
  );
}
