/* The manifests of infra/kubernetes, and whether they are what Kubernetes knows. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
}

const root = new URL('../../', import.meta.url).pathname;
const folder = join(root, 'infra/kubernetes');

/** Folders of kustomize, by their names. */
export const KUSTOMIZATIONS: readonly string[] = readdirSync(folder);

export function kustomization(name: string): Kustomization {
  return parse(readFileSync(join(folder, name, 'kustomization.yaml'), 'utf8')) as Kustomization;
}

/** Those in the folder itself, not those of folders that it stands on. */
export function manifestsOf(name: string): readonly Manifest[] {
  const files = (kustomization(name).resources ?? []).filter((resource) => resource.endsWith('.yaml'));
  return files.flatMap((file) =>
    // As kustomize reads it: by the older version, in which 0o440 is text and `on` is true.
    parseAllDocuments(readFileSync(join(folder, name, file), 'utf8'), { version: '1.1' }).map(
      (document) => document.toJS() as Manifest,
    ),
  );
}

/** Where the types of each kind are. What is not here is of an operator, and known to its own validator only. */
const MODULES: Readonly<Record<string, string>> = {
  'apps/v1': 'kubernetes-types/apps/v1',
  'autoscaling/v2': 'kubernetes-types/autoscaling/v2',
  'batch/v1': 'kubernetes-types/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-types/networking/v1',
  'policy/v1': 'kubernetes-types/policy/v1',
  v1: 'kubernetes-types/core/v1',
};

/**
 * What the compiler says against manifests as literals of Kubernetes' types, in which no unknown field may stand.
 *
 * @returns one line a fault
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
