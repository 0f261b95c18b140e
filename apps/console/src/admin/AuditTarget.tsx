import type { AuditItem } from '@sitegrep/client';
import { DomainName } from '../parts/DomainName.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { AUDIT_TEXT as WORDS } from '../text/audit.ts';

interface AuditTargetProps extends Pick<AuditItem, 'action' | 'target' | 'result'> {
  /** Names of keys by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** The subject of an action by its name, with a link to where it is shown. */
export function AuditTarget({ action, target, result, names }: AuditTargetProps) {
  if (target === null) return null;
  const [kind = '', act] = action.split('.');
  const isGone = act === 'delete' && result === 'done';
  if (kind === 'key') return <Foreign text={names.get(target) ?? target} />;
  if (kind === 'crawl' && !isGone) {
    return (
      <Link to="/crawls/$id" params={{ id: target }} title={target}>
        {WORDS.crawl} <code>{target.slice(0, 8)}…</code>
      </Link>
    );
  }
  if (kind === 'search' && !isGone) {
    return (
      <Link to="/saved/$id" params={{ id: target }}>
        <Foreign text={target} />
      </Link>
    );
  }
  if (kind === 'session') {
    return (
      <code className="quiet" title={target}>
        {target.slice(0, 8)}…
      </code>
    );
  }
  if (kind === 'domain' || kind === 'block') return <DomainName domain={target} />;
  return <Foreign text={target} />;
}
