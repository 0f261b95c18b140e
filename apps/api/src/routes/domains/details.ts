import {
  DomainAnswersOptions,
  DomainHistoryOptions,
  DomainPageListOptions,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import { HOST_KINDS, MAX_HOSTS } from '@sitegrep/site';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { daySpan } from '../../day-span.ts';
import { pageHead, siteAnswers } from '../../domain-answers.ts';
import { intervalsIn, shownInterval, visitsIn } from '../../domain-history.ts';
import { domainDetails, domainLinks, domainPage } from '../../domain-record.ts';
import { openLists } from '../../lists.ts';
import { namedDomain, requireStored } from '../../named-domain.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { thirdPartiesOf } from '../../third-parties.ts';

const checkNothing = parameterChecker(NoParameters);
const checkAnswers = parameterChecker(DomainAnswersOptions);
const checkHistory = parameterChecker(DomainHistoryOptions);
const checkList = parameterChecker(DomainPageListOptions);

/**
 * GET /domains/{domain}: what is known of a domain. GET …/answers: what it answers besides the sources of its pages. GET …/pages: its
 * stored pages. GET …/history: its visits, and when its labels were there. GET …/links: the hosts that they link to. GET …/third-parties: those that they load from, by category.
 */
export function addDomainDetailRoutes(app: FastifyInstance, { storage }: ApiParts): void {
  const { domains } = storage;
  const lists = openLists(storage.keys);

  addOperation(app, 'getDomain', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = namedDomain(request.params.domain);
    return { success: true, data: domainDetails(requireStored(domain, await domains.pages(domain))) };
  });

  addOperation(app, 'getDomainAnswers', {}, async (request) => {
    const { texts: hasTexts = false, ...options } = requireValid(checkAnswers(request.query));
    const domain = namedDomain(request.params.domain);
    const list = `/domains/${domain}/answers`;
    const { limit, after = '0' } = await lists.pageOf(list, options);
    const range = { offset: Number(after), limit };
    const answers = requireStored(domain, await domains.answers(domain, range));
    const { revision, pages, pageCount } = answers;
    const end = range.offset + limit;
    return {
      success: true,
      data: {
        domain,
        revision,
        ...siteAnswers(answers, { hasTexts, now: Date.now() }),
        items: pages.map(pageHead),
        next_token: await lists.tokenOf(list, end < pageCount ? String(end) : null),
        total_count: pageCount,
      },
    };
  });

  addOperation(app, 'listDomainLinks', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const domain = namedDomain(request.params.domain);
    const list = `/domains/${domain}/links`;
    const { limit, after = '0' } = await lists.pageOf(list, options);
    const { pages, revision } = requireStored(domain, await domains.links(domain));
    const links = domainLinks(pages);
    const end = Number(after) + limit;
    return {
      success: true,
      data: {
        items: links.slice(Number(after), end),
        next_token: await lists.tokenOf(list, end < links.length ? String(end) : null),
        total_count: links.length,
        revision,
      },
    };
  });

  addOperation(app, 'getDomainHistory', {}, async (request) => {
    const { kind, from, to, ...options } = requireValid(checkHistory(request.query));
    const domain = namedDomain(request.params.domain);
    const span = daySpan({ from, to });
    const list = `/domains/${domain}/history?${[kind, from, to].join('&')}`;
    const { limit, after = '0' } = await lists.pageOf(list, options);
    const { revision, history } = requireStored(domain, await domains.history(domain));
    const intervals = intervalsIn(history, kind ?? null, span);
    const end = Number(after) + limit;
    return {
      success: true,
      data: {
        domain,
        revision,
        visits: visitsIn(history, span),
        items: intervals.slice(Number(after), end).map((found) => shownInterval(history, found)),
        next_token: await lists.tokenOf(list, end < intervals.length ? String(end) : null),
        total_count: intervals.length,
      },
    };
  });

  addOperation(app, 'listDomainThirdParties', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const domain = namedDomain(request.params.domain);
    const { hosts, revision } = requireStored(domain, await domains.answers(domain, { offset: 0, limit: 0 }));
    const used = hosts.filter(({ kinds }) => kinds !== HOST_KINDS.link);
    return {
      success: true,
      data: { domain, revision, ...thirdPartiesOf(domain, used), is_complete: used.length < MAX_HOSTS },
    };
  });

  addOperation(app, 'listDomainPages', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const domain = namedDomain(request.params.domain);
    const list = `/domains/${domain}/pages`;
    const { limit, after = '0' } = await lists.pageOf(list, options);
    const { pages, revision } = requireStored(domain, await domains.pages(domain));
    const end = Number(after) + limit;
    return {
      success: true,
      data: {
        items: pages.slice(Number(after), end).map(domainPage),
        next_token: await lists.tokenOf(list, end < pages.length ? String(end) : null),
        total_count: pages.length,
        revision,
      },
    };
  });
}
