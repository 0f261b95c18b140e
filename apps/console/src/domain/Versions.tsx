import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DomainPage, PageVersion } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../frame/caller.ts';
import { State } from '../parts/Failure.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { VERSIONS_TEXT as WORDS } from '../text/versions.ts';
import { pageList } from './page-list.ts';
import { PageChoice } from './PageChoice.tsx';
import { indexOfTime, timeKey, type VersionParameters } from './version-choice.ts';
import { VersionBar } from './VersionBar.tsx';
import { VersionContent } from './VersionContent.tsx';
import { versionList } from './version-list.ts';
import { VersionList } from './VersionList.tsx';
import './versions.css';

interface VersionsProps {
  readonly domain: string;
  readonly given: VersionParameters;
}

/** The versions of a page of a domain: their times on a slider, the source of each, and how two of them differ. */
export function Versions({ domain, given }: VersionsProps) {
  const pages = useInfiniteQuery(pageList(domain));
  return (
    <Loaded query={pages} lines={8}>
      {(list) => {
        const stored = list.pages.flatMap(({ items }) => items);
        const url = given.url ?? stored[0]?.url;
        if (url === undefined) return <State title={WORDS.noPages} />;
        return <VersionsOf domain={domain} given={given} pages={stored} url={url} />;
      }}
    </Loaded>
  );
}

function VersionsOf(props: VersionsProps & { readonly pages: readonly DomainPage[]; readonly url: string }) {
  const { domain, given, pages, url } = props;
  const navigate = useNavigate();
  const versions = useQuery(versionList(domain, url));
  const go = (change: VersionParameters, replace = false): void => {
    void navigate({
      to: '/domains/$domain',
      params: { domain },
      search: { ...given, tab: 'versions', ...change },
      replace,
      resetScroll: false,
    });
  };
  return (
    <div className="stack">
      <PageChoice
        pages={pages}
        url={url}
        onChoose={(chosen) => go({ url: chosen, at: '', from: '', part: '', match: '' })}
      />
      <Loaded query={versions} lines={12}>
        {(all) => (
          <Chosen
            domain={domain}
            url={url}
            given={given}
            versions={all}
            go={go}
            reload={() => void versions.refetch()}
          />
        )}
      </Loaded>
    </div>
  );
}

function Chosen(props: {
  readonly domain: string;
  readonly url: string;
  readonly given: VersionParameters;
  /** The oldest first, at least one. */
  readonly versions: readonly PageVersion[];
  readonly go: (change: VersionParameters, replace?: boolean) => void;
  readonly reload: () => void;
}) {
  const { domain, url, given, versions, go, reload } = props;
  const maySource = useMay('source');
  const at = indexOfTime(versions, given.at) ?? versions.length - 1;
  const before = indexOfTime(versions, given.from);
  const keyAt = (index: number): string => {
    const version = versions[index];
    // The newest one is what an address without a time shows.
    return version === undefined || index === versions.length - 1 ? '' : timeKey(version);
  };
  const beforeKey = (index: number): string => {
    const version = versions[index];
    return version === undefined ? '' : timeKey(version);
  };
  return (
    <>
      {versions.length === 1 ? (
        <State title={WORDS.one}>
          <p>{WORDS.oneHint}</p>
        </State>
      ) : (
        <>
          <VersionBar
            versions={versions}
            at={at}
            before={before}
            onAt={(index) => go({ at: keyAt(index), match: '' }, true)}
            onBefore={(index) => go({ from: index === null ? '' : beforeKey(index) })}
          />
          <VersionList
            versions={versions}
            onShow={(index) => go({ at: keyAt(index), from: '', match: '' })}
            onCompare={(index) => go({ at: keyAt(index), from: beforeKey(index - 1), match: '' })}
          />
        </>
      )}
      {maySource ? (
        <VersionContent
          page={{ domain, url }}
          given={given}
          to={versions[at]}
          from={before === null ? undefined : versions[before]}
          go={go}
          reload={reload}
        />
      ) : (
        <State title={WORDS.noSource}>
          <p>{WORDS.noSourceHint}</p>
        </State>
      )}
    </>
  );
}
