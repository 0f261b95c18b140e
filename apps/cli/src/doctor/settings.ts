import { ConfigError, effectiveSettings, loadConfig, type Config } from '@sitegrep/config';
import { counted } from '../terminal.ts';
import { checksOf, type Check } from './check.ts';

const { ok, warn, fail } = checksOf('settings');

/** Checks the settings. @returns the settings, or null if some are wrong, with the checks */
export function checkSettings(env: NodeJS.ProcessEnv): {
  readonly config: Config | null;
  readonly checks: readonly Check[];
} {
  try {
    const config = loadConfig(env);
    const set = effectiveSettings(config).filter(({ isDefault }) => !isDefault).length;
    const finding = `${counted(set, 'setting differs', 'settings differ')} from the default; all are valid and fit together`;
    return { config, checks: [ok(finding), ...uselessSettings(config, env), ...contact(config)] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy =
      'docs/configuration.md describes every setting; the other checks run once the settings are valid';
    return { config: null, checks: error.problems.map((problem) => fail(problem, remedy)) };
  }
}

/** Settings of a service that is not used, although whoever set them may believe that it is. */
function uselessSettings(config: Config, env: NodeJS.ProcessEnv): readonly Check[] {
  const given = (prefix: string): string | undefined =>
    Object.keys(env).find((name) => name.startsWith(prefix) && env[name] !== '');
  const [elasticsearch, redis] = [given('SITEGREP_ELASTICSEARCH_'), given('SITEGREP_REDIS_')];
  const checks: Check[] = [];
  if (config.storage === 'sqlite' && elasticsearch !== undefined) {
    checks.push(
      warn(
        `${elasticsearch} is set, but SITEGREP_STORAGE is sqlite: Elasticsearch is not used`,
        'set SITEGREP_STORAGE=elasticsearch, or remove the other settings',
      ),
    );
  }
  if (config.queue === 'sqlite' && redis !== undefined) {
    checks.push(
      warn(
        `${redis} is set, but SITEGREP_QUEUE is sqlite: Redis is not used`,
        'set SITEGREP_QUEUE=redis, or remove the other settings',
      ),
    );
  }
  return checks;
}

function contact({ contact: given }: Config): readonly Check[] {
  if (given !== null && given !== '') return [];
  return [
    warn(
      'SITEGREP_CONTACT is not set: owners of crawled sites cannot find out whom to ask',
      'set it to a page or an e-mail address that tells them',
    ),
  ];
}
