import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PageVersion } from '@sitegrep/client';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Loading, Problem, State } from '../parts/Failure.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { DomainName } from '../parts/DomainName.tsx';
import type { ShownSource } from '../search/shown-source.ts';
import { PANE_TEXT as WORDS } from '../text/results.ts';
import { pageList } from './page-list.ts';
import { PaneFrame } from './PaneFrame.tsx';
import { PaneSource } from './PaneSource.tsx';
import { pageSource, versionSource } from './source-queries.ts';
import { partIn } from './source-state.ts';
import { indexOfTime, standingVersion, timeKey } from './version-choice.ts';
import { versionList } from './version-list.ts';
import { VersionSlider } from './VersionSlider.tsx';
import './pane.css';

interface SourcePaneProps {
  readonly shown: ShownSource;
  readonly query: string;
  /** Shows another source in its stead. */
  readonly onShow: (next: ShownSource) => void;
  readonly onClose: () => void;
}

/** The source of a result, beside the results. */
export function SourcePane({ shown, query, onShow, onClose }: SourcePaneProps) {
  const { site, url } = shown;
  return (
    <PaneFrame onClose={onClose}>
      <header className="pane-head">
        <h2>
          <DomainName domain={site} />
        </h2>
        <Button look="plain" aria-label={WORDS.close} title={WORDS.close} onClick={onClose}>
          ✕
        </Button>
      </header>
      {url === undefined ? (
        <FirstPage site={site}>
          {(first) => <PageOf shown={shown} url={first} query={query} onShow={onShow} />}
        </FirstPage>
      ) : (
        <PageOf shown={shown} url={url} query={query} onShow={onShow} />
      )}
    </PaneFrame>
  );
}

/** Finds the first page of a site. */
function FirstPage(props: { readonly site: string; readonly children: (url: string) => React.ReactNode }) {
  const { site, children } = props;
  const pages = useInfiniteQuery(pageList(site));
  return (
    <Loaded query={pages} lines={12}>
      {({ pages: [part] }) => {
        const first = part?.items[0];
        return first === undefined ? <State title={WORDS.noPage} /> : children(first.url);
      }}
    </Loaded>
  );
}

function PageOf(props: Omit<SourcePaneProps, 'onClose'> & { readonly url: string }) {
  const { shown, url, onShow } = props;
  const { site, at } = shown;
  const versions = useQuery(versionList(site, url));
  const known = versions.data ?? [];
  const index = indexOfTime(known, at) ?? known.length - 1;
  const version = known[index];
  const isNow = at === undefined || version?.last_seen === null;
  return (
    <>
      <p className="pane-address">
        <Foreign text={url} className="mono" />
      </p>
      {known.length > 1 && (
        <VersionSlider
          versions={known}
          at={index}
          onAt={(next) => onShow(withVersion(shown, known[next], next === known.length - 1))}
        />
      )}
      {isNow && <Problem text={versions.isLoadingError ? messageOf(versions.error) : null} />}
      {isNow || version !== undefined ? (
        <Text
          {...props}
          version={version}
          isNow={isNow}
          linked={isNow ? standingVersion(known) : (version ?? null)}
        />
      ) : (
        <Loaded query={versions} lines={12}>
          {() => <Loading lines={12} />}
        </Loaded>
      )}
    </>
  );
}

/** The same page in another version, from its first match on: offsets of one are not those of another. */
function withVersion(
  { site, url, part }: ShownSource,
  version: PageVersion | undefined,
  isNewest: boolean,
): ShownSource {
  return {
    site,
    ...(url !== undefined && { url }),
    ...(part !== undefined && { part }),
    ...(version !== undefined && !isNewest && { at: timeKey(version) }),
  };
}

interface TextProps extends Omit<SourcePaneProps, 'onClose'> {
  readonly url: string;
  /** Undefined: the versions are not known yet. */
  readonly version: PageVersion | undefined;
  /** True if the page as it stands is shown. */
  readonly isNow: boolean;
  /** Version whose source is shown, which links name; null: it is not known. */
  readonly linked: PageVersion | null;
}

function Text({ shown, url, query, onShow, version, isNow, linked }: TextProps) {
  const { site } = shown;
  const part = partIn(shown);
  const source = useQuery(
    isNow || version === undefined ? pageSource(site, url, part) : versionSource(site, url, version.id, part),
  );
  return (
    <Loaded query={source} lines={12}>
      {(text) => (
        <PaneSource
          key={[site, url, part, isNow ? '' : version?.id].join(' ')}
          text={text}
          query={query}
          offset={shown.offset === undefined ? null : Number(shown.offset)}
          onOffset={(offset) => onShow({ ...shown, url, offset: String(offset) })}
          linkTo={(offset) =>
            linked === null ? null : { domain: site, url, part, version: linked, query, offset }
          }
        >
          <Link
            className="button"
            to="/domains/$domain"
            params={{ domain: site }}
            search={{
              tab: isNow ? 'source' : 'versions',
              ...(query !== '' && { q: query }),
              url,
              ...(part !== 'body' && { part }),
              ...(!isNow && version !== undefined && { at: timeKey(version) }),
            }}
          >
            {WORDS.whole}
          </Link>
        </PaneSource>
      )}
    </Loaded>
  );
}
