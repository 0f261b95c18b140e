/*
 * docker-compose.yml as docker compose reads it.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

interface ComposeService {
  readonly image: string;
  readonly build?: unknown;
  readonly command?: readonly string[];
  readonly profiles?: readonly string[];
  readonly user: string;
  readonly restart: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: Readonly<Record<string, unknown>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy: {
    readonly replicas?: number;
    readonly resources: { readonly limits: Readonly<Record<string, unknown>> };
  };
}

const PATH = new URL('../../docker-compose.yml', import.meta.url);

/**
 * @param variables variables of .env or of the shell
 * @throws Error with the message in the file if a required variable is missing
 */
export function readCompose(variables: Readonly<Record<string, string>>): ComposeFile {
  const text = readFileSync(PATH, 'utf8').replace(
    /\$\$|\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g,
    (match, name: string, operator?: string, rest = '') => {
      if (match === '$$') return '$';
      const value = variables[name] ?? '';
      if (value === '' && operator === ':?') throw new Error(`${name}: ${rest}`);
      return value === '' ? rest : value;
    },
  );
  return parse(text, { merge: true }) as ComposeFile;
}
