import {
  formatTimestamp,
  PageDiffOptions,
  type PageDiff,
  type PageVersionItem,
  PageVersionsOptions,
  parameterChecker,
  VersionSourceOptions,
} from '@sitegrep/contract';
import type { ListedVersion, SourcePart, VersionDiff, VersionList } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { Failure } from '../../failure.ts';
import { openLists } from '../../lists.ts';
import { namedDomain, requireStored } from '../../named-domain.ts';
import { namedVersion } from '../../named-version.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const checkList = parameterChecker(PageVersionsOptions);
const checkSource = parameterChecker(VersionSourceOptions);
const checkDiff = parameterChecker(PageDiffOptions);

/** GET /domains/{domain}/pages/versions: the versions of a page. GET …/versions/source: a source of one. GET …/diff: two, compared. */
export function addVersionRoutes(app: FastifyInstance, { storage }: ApiParts): void {
  const { domains } = storage;
  const lists = openLists(storage.keys);

  /** @throws Failure not_found if the domain is not stored, or nothing is of the page */
  async function versionsOf(domain: string, url: string): Promise<VersionList> {
    const list = requireStored(domain, await domains.versions(domain, url));
    if (list.versions.length > 0) return list;
    const named = JSON.stringify(url.slice(0, 300));
    throw new Failure(
      'not_found',
      `No page of ${domain} is or was stored under ${named}; GET /domains/{domain}/pages lists its pages.`,
    );
  }

  addOperation(app, 'listPageVersions', {}, async (request) => {
    const { url, ...options } = requireValid(checkList(request.query));
    const domain = namedDomain(request.params.domain);
    const list = `/domains/${domain}/pages/versions?${url}`;
    const { limit, after = '0' } = await lists.pageOf(list, options);
    const { revision, versions, leftOut } = await versionsOf(domain, url);
    const end = Number(after) + limit;
    return {
      success: true,
      data: {
        items: versions.slice(Number(after), end).map(versionItem),
        next_token: await lists.tokenOf(list, end < versions.length ? String(end) : null),
        total_count: versions.length,
        left_out: leftOut === 0 ? null : leftOutText(domain, leftOut),
        revision,
      },
    };
  });

  addOperation(app, 'getVersionSource', {}, async (request, reply) => {
    const { url, id, part = 'body' } = requireValid(checkSource(request.query));
    const domain = namedDomain(request.params.domain);
    const { versions } = await versionsOf(domain, url);
    const version = namedVersion(versions, id, 'id');
    const found = requireStored(domain, await domains.versionSources(domain, url, [version.id], part));
    const [source] = found.sources;
    if (source === undefined) throw missing([version], part);
    const { buffer, byteOffset, length } = source.utf8;
    // No browser may take the text of others for a page of this server.
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': 'sandbox' })
      .send(Buffer.from(buffer, byteOffset, length));
  });

  addOperation(app, 'getPageDiff', {}, async (request) => {
    const { url, from, to, part = 'body', format = 'hunks' } = requireValid(checkDiff(request.query));
    const domain = namedDomain(request.params.domain);
    const { versions } = await versionsOf(domain, url);
    const one = namedVersion(versions, from, 'from');
    const other = namedVersion(versions, to, 'to');
    const diff = await domains.versionDiff(domain, url, { from: one.id, to: other.id, part, format });
    if (diff === null) throw missing([one, other], part);
    return {
      success: true,
      data: { url, from: versionItem(one), to: versionItem(other), ...diffFields(diff) },
    };
  });
}

/** The failure of versions that have no source of a part, or went since they were listed. */
function missing(versions: readonly ListedVersion[], part: SourcePart): Failure {
  const unrendered = versions.find(({ renderedBytes }) => renderedBytes === null);
  if (part === 'body' || unrendered === undefined) {
    const named = versions.map(({ id }) => id).join(' or ');
    return new Failure(
      'not_found',
      `The page has no version ${named} any more: it has changed meanwhile. Send the request again.`,
    );
  }
  return new Failure(
    'not_found',
    `Version ${unrendered.id}, of ${formatTimestamp(unrendered.firstSeen)}, was not rendered: leave part out for the source that was sent.`,
  );
}

function leftOutText(domain: string, count: number): string {
  const versions = count === 1 ? '1 older version is' : `${count.toLocaleString('en')} older versions are`;
  return `${versions} missing: the versions of all pages of ${domain} did not fit into its document in Elasticsearch. Keep fewer (SITEGREP_KEEP_VERSIONS), or crawl fewer pages of it.`;
}

function versionItem(version: ListedVersion): PageVersionItem {
  const { id, firstSeen, lastSeen, goneAt, title, sourceBytes, renderedBytes, digest, charset, truncated } =
    version;
  const timeOf = (time: number | null): string | null => (time === null ? null : formatTimestamp(time));
  return {
    id: String(id),
    first_seen: formatTimestamp(firstSeen),
    last_seen: timeOf(lastSeen),
    gone_at: timeOf(goneAt),
    title,
    bytes: sourceBytes,
    rendered_bytes: renderedBytes,
    digest,
    charset,
    truncated,
  };
}

function diffFields(found: VersionDiff): Omit<PageDiff, 'url' | 'from' | 'to'> {
  const { unit, broken, leftOut } = found.diff;
  const own = { values_left_out: leftOut, unit, lines_broken: broken };
  if (found.format === 'unified') {
    const { text, isCut } = found.diff;
    return { ...own, hunks: null, more_hunks: 0, unified: text, unified_cut: isCut };
  }
  const hunks = found.diff.hunks.map(({ aLine, aLines, bLine, bLines, operations }) => ({
    a_line: aLine,
    a_lines: aLines,
    b_line: bLine,
    b_lines: bLines,
    operations: [...operations],
  }));
  return { ...own, hunks, more_hunks: found.diff.moreHunks, unified: null, unified_cut: false };
}
