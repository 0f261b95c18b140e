import { ConfigError, effectiveSettings, loadConfig, type Config } from '@sitegrep/config';
import { counted } from '../terminal.ts';
import { checksOf, type Check } from './check.ts';

const { ok, warn, fail } = checksOf('settings');

/** Reads the settings. @returns them, unless some are wrong, and what was found */
export function checkSettings(env: NodeJS.ProcessEnv): {
  readonly config: Config | null;
  readonly checks: readonly Check[];
} {
  try {
    const config = loadConfig(env);
    const set = effectiveSettings(config).filter(({ isDefault }) => !isDefault).length;
    const told = `${counted(set, 'setting differs', 'settings differ')} from the defaults, and all agree`;
    return { config, checks: [ok(told), ...uselessSettings(config, env), ...contact(config)] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy = 'docs/configuration.md has every setting; the other checks wait until they are right';
    return { config: null, checks: error.problems.map((problem) => fail(problem, remedy)) };
  }
}

/** Settings of a service that is not used: who set them may believe that it is. */
function uselessSettings(config: Config, env: NodeJS.ProcessEnv): readonly Check[] {
  const given = (prefix: string): string | undefined =>
    Object.keys(env).find((name) => name.startsWith(prefix) && env[name] !== '');
  const [elasticsearch, redis] = [given('SITEGREP_ELASTICSEARCH_'), given('SITEGREP_REDIS_')];
  const checks: Check[] = [];
  if (config.storage === 'sqlite' && elasticsearch !== undefined) {
    checks.push(
      warn(
        `${elasticsearch} is set, but SITEGREP_STORAGE is sqlite: Elasticsearch is not used`,
        'set SITEGREP_STORAGE=elasticsearch, or leave the others out',
      ),
    );
  }
  if (config.queue === 'sqlite' && redis !== undefined) {
    checks.push(
      warn(
        `${redis} is set, but SITEGREP_QUEUE is sqlite: Redis is not used`,
        'set SITEGREP_QUEUE=redis, or leave the others out',
      ),
    );
  }
  return checks;
}

function contact({ contact: given }: Config): readonly Check[] {
  if (given !== null && given !== '') return [];
  return [
    warn(
      'SITEGREP_CONTACT is not set: owners of crawled sites do not learn whom to ask',
      'set it to a page or an address that tells them',
    ),
  ];
}
