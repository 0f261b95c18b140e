import { useQuery } from '@tanstack/react-query';
import type { PageVersion } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { momentText, timeOf } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { LINKED_TEXT as WORDS } from '../text/results.ts';
import { type LinkedVersion, linkedVersion } from './permalink.ts';
import { pageSource, versionSource } from './source-queries.ts';
import type { Part } from './source-state.ts';
import { versionList } from './version-list.ts';

interface LinkedSourceProps {
  readonly domain: string;
  readonly url: string;
  readonly part: Part;
  readonly digest: string;
  readonly at: string | undefined;
  /** Shows the page as it stands. */
  readonly onNow: () => void;
  /** @param version null: the source that the link was made for is gone, and the page as it stands is shown */
  readonly children: (text: string, version: PageVersion | null) => ReactNode;
}

/** The source that a link was made for: the page as it stands, or a version of it, with a note that says so; or that it is gone. */
export function LinkedSource({ digest, at, children, ...props }: LinkedSourceProps) {
  const versions = useQuery(versionList(props.domain, props.url));
  return (
    <Loaded query={versions} lines={12}>
      {(all) => (
        <LinkedTo {...props} linked={linkedVersion(all, { digest, ...(at !== undefined && { at }) })}>
          {children}
        </LinkedTo>
      )}
    </Loaded>
  );
}

function LinkedTo(
  props: Omit<LinkedSourceProps, 'digest' | 'at'> & { readonly linked: LinkedVersion | null },
) {
  const { domain, url, part, linked, onNow, children } = props;
  const stored = linked !== null && linked.version.last_seen !== null ? linked.version : null;
  const source = useQuery(
    stored === null ? pageSource(domain, url, part) : versionSource(domain, url, stored.id, part),
  );
  return (
    <>
      <LinkNote linked={linked} isStored={stored !== null} onNow={onNow} />
      <Loaded query={source} lines={12}>
        {(text) => children(text, linked?.version ?? null)}
      </Loaded>
    </>
  );
}

function LinkNote(props: {
  readonly linked: LinkedVersion | null;
  /** True if another version than the page as it stands is shown. */
  readonly isStored: boolean;
  readonly onNow: () => void;
}) {
  const { linked, isStored, onNow } = props;
  if (linked?.is === 'now') return null;
  return (
    <p className="row link-note" role="status">
      <span>{linked === null ? WORDS.gone : `${timesText(linked.version)} ${WORDS[linked.is]}`}</span>
      {isStored && <Button onClick={onNow}>{WORDS.now}</Button>}
    </p>
  );
}

/** The times between which a version stood. */
function timesText({ first_seen: first, last_seen: last }: PageVersion): string {
  const since = momentText(timeOf(first));
  return last === null ? WORDS.since(since) : WORDS.between(since, momentText(timeOf(last)));
}
