/*
 * The files of Compose as docker compose reads them.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly name: string;
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
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
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

const root = new URL('../../', import.meta.url);

/** Mistakes in a file of Compose, by the schema of the Compose Specification; null: there is none. */
export function schemaErrors(file: object): unknown {
  const schema: object = JSON.parse(
    readFileSync(new URL('node_modules/dclint/schemas/compose.schema.json', root), 'utf8'),
  );
  const validate = new Ajv({ strict: false, validateSchema: false, validateFormats: false }).compile(schema);
  validate(file);
  return validate.errors ?? null;
}

/**
 * @param name of the file, in the folder of the project
 * @param variables variables of .env or of the shell
 * @throws Error with the message in the file if a required variable is missing
 */
export function readCompose(name: string, variables: Readonly<Record<string, string>>): ComposeFile {
  const text = readFileSync(new URL(name, root), 'utf8').replace(
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
