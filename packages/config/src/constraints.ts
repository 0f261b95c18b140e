import { OPERATION_NAMES } from '@sitegrep/providers/catalog';
import { missingSettings } from './configured-providers.ts';
import { SETTINGS, type Config } from './settings.ts';

/** Pairs of settings of which the first must not be greater than the second, and why. */
export const UPPER_LIMITS = [
  ['maxPageBytes', 'maxSiteBytes', 'a page must fit into its site'],
  ['crawlDelay', 'maxCrawlDelay', 'the usual pause must not be longer than the longest allowed'],
  ['requestTimeout', 'siteTimeout', 'a site must have time for one request'],
  ['elasticsearchRefreshInterval', 'elasticsearchTimeout', 'a write is answered after the next refresh only'],
  ['analysisDeadline', 'siteTimeout', 'a site must have time for the analysis of one page'],
  ['providerTimeout', 'providerDeadline', 'an answer must have time for one provider'],
] as const;

/** Contradictions between settings that are each valid by themselves. */
export function contradictions(config: Config): readonly string[] {
  const limits = UPPER_LIMITS.filter(([low, high]) => config[low] > config[high]).map(
    ([low, high, why]) =>
      `${assignment(low, config)} is more than ${assignment(high, config)}: ${why}. Lower the first, or raise the second.`,
  );
  return [
    ...limits,
    ...ofElasticsearch(config),
    ...ofRedis(config),
    ...ofSignOn(config),
    ...ofMail(config),
    ...OPERATION_NAMES.flatMap((operation) => missingSettings(config, operation)),
  ];
}

function ofElasticsearch(config: Config): readonly string[] {
  const { elasticsearchUsername: username, elasticsearchPassword: password } = config;
  const problems: string[] = [];
  if ((username === null) !== (password === null)) {
    problems.push(
      'SITEGREP_ELASTICSEARCH_USERNAME and SITEGREP_ELASTICSEARCH_PASSWORD belong together: set both or none.',
    );
  }
  if (config.elasticsearchApiKey !== null && (username !== null || password !== null)) {
    problems.push(
      'SITEGREP_ELASTICSEARCH_API_KEY replaces user and password: set either the key, or the other two.',
    );
  }
  if (config.elasticsearchCa !== null && !config.elasticsearchNodes.some((node) => /^https:/i.test(node))) {
    problems.push(
      'SITEGREP_ELASTICSEARCH_CA needs https:// in SITEGREP_ELASTICSEARCH_NODES: change the URLs, or leave it out.',
    );
  }
  return problems;
}

function ofMail({ smtpUrl, mailFrom }: Config): readonly string[] {
  return (smtpUrl === null) === (mailFrom === null)
    ? []
    : ['SITEGREP_SMTP_URL and SITEGREP_MAIL_FROM belong together: set both or none.'];
}

function ofRedis({ redisUrl, redisCa, redisTopology, redisNodes }: Config): readonly string[] {
  const { protocol, pathname } = new URL(redisUrl);
  const problems: string[] = [];
  if (redisCa !== null && protocol !== 'rediss:') {
    problems.push('SITEGREP_REDIS_CA needs TLS: begin SITEGREP_REDIS_URL with rediss://, or leave it out.');
  }
  if (redisTopology === 'cluster' && Number(pathname.slice(1)) !== 0) {
    problems.push(`SITEGREP_REDIS_URL ends in ${pathname}, but a cluster has database 0 only: leave it out.`);
  }
  if (redisTopology === 'single' && redisNodes.length > 0) {
    problems.push(
      'SITEGREP_REDIS_NODES needs SITEGREP_REDIS_TOPOLOGY=sentinel or cluster: set that, or leave it out.',
    );
  }
  return problems;
}

function ofSignOn({ signOnHeader, trustedProxies }: Config): readonly string[] {
  if (signOnHeader === null || trustedProxies.length > 0) return [];
  return [
    'SITEGREP_SIGN_ON_HEADER needs SITEGREP_TRUSTED_PROXIES: set the networks of the proxies, or leave it out.',
  ];
}

function assignment(name: (typeof UPPER_LIMITS)[number][0 | 1], config: Config): string {
  return `${SETTINGS[name].variable}=${SETTINGS[name].kind.print(config[name])}`;
}
