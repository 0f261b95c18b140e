/*
 * The manifests of infra/kubernetes, and their check against the types of Kubernetes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly envs?: readonly string[];
    readonly literals?: readonly string[];
  }[];
}

const root = new URL('../../', import.meta.url).pathname;
const folder = join(root, 'infra/kubernetes');

/** Names of the folders of kustomize. */
export const KUSTOMIZATIONS: readonly string[] = readdirSync(folder);

export function kustomization(name: string): Kustomization {
  return parse(readFileSync(join(folder, name, 'kustomization.yaml'), 'utf8')) as Kustomization;
}

/** Settings that the folder gives to all pods, as the ConfigMap that kustomize makes of them. */
export function settingsIn(name: string): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const { envs = [], literals = [] } of kustomization(name).configMapGenerator ?? []) {
    const lines = [...envs.map((file) => readFileSync(join(folder, name, file), 'utf8')), ...literals];
    Object.assign(settings, parseEnv(lines.join('\n')));
  }
  return settings;
}

/** Manifests in the folder itself, without those of its bases. */
export function manifestsOf(name: string): readonly Manifest[] {
  const files = (kustomization(name).resources ?? []).filter((resource) => resource.endsWith('.yaml'));
  return files.flatMap((file) =>
    // Kustomize uses YAML 1.1, in which 0o440 is text and `on` is true.
    parseAllDocuments(readFileSync(join(folder, name, file), 'utf8'), { version: '1.1' }).map(
      (document) => document.toJS() as Manifest,
    ),
  );
}

/**
 * Modules with the types of each kind. A kind that is missing here belongs to an operator, and only its own
 * validator knows it.
 */
const MODULES: Readonly<Record<string, string>> = {
  'apps/v1': 'kubernetes-types/apps/v1',
  'autoscaling/v2': 'kubernetes-types/autoscaling/v2',
  'batch/v1': 'kubernetes-types/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-types/networking/v1',
  'policy/v1': 'kubernetes-types/policy/v1',
  v1: 'kubernetes-types/core/v1',
};

/**
 * Errors of the compiler for manifests as literals of Kubernetes' types, which allow no unknown field.
 *
 * @returns one line per fault
 */
export function faultsOf(manifests: readonly Manifest[]): readonly string[] {
  const known = manifests.filter(({ apiVersion }) => MODULES[apiVersion] !== undefined);
  const source = known.map((manifest, index) => {
    const type = `import('${MODULES[manifest.apiVersion]}').${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 2)};\n`;
  });
  const work = mkdtempSync(join(tmpdir(), 'sitegrep-manifests-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));
    writeFileSync(join(work, 'manifests.ts'), source.join(''));
    const options = { strict: true, noEmit: true, types: [], module: 'esnext', moduleResolution: 'bundler' };
    writeFileSync(
      join(work, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['manifests.ts'] }),
    );
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', work, '--pretty', 'false'], {
      encoding: 'utf8',
    });
    return [];
  } catch (error) {
    const stdout: unknown = Object.getOwnPropertyDescriptor(error, 'stdout')?.value;
    if (typeof stdout !== 'string' || stdout === '') throw error;
    return stdout.trim().split('\n');
  } finally {
    rmSync(work, { recursive: true });
  }
}
