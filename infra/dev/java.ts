// A Java for Elasticsearch.
import { readFile, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifThere } from './if-there.ts';
import { findProgram, installFirst, isExecutable } from './programs.ts';

/** Minimum version for Elasticsearch 9. */
const MIN_VERSION = 21;
/** Folder in which Linux distributions install Java. */
const JVM_FOLDER = '/usr/lib/jvm';
const DEBIAN_PACKAGES = ['openjdk-21-jre-headless', 'openjdk-25-jre-headless'];

/** Home of a Java that is new enough, installed if there is none yet. Throws if that fails. */
export async function ensureJavaHome(): Promise<string> {
  const found = await findJavaHome(process.env, JVM_FOLDER);
  if (found !== null) return found;
  const failure = await installFirst(DEBIAN_PACKAGES);
  const installed = await findJavaHome(process.env, JVM_FOLDER);
  if (installed !== null) return installed;
  const remedy = `Install a JDK (on Debian and Ubuntu: ${DEBIAN_PACKAGES.join(' or ')}) or set JAVA_HOME to one.`;
  throw new Error(`There is no Java ${MIN_VERSION} or newer here. ${remedy}`, { cause: failure });
}

/**
 * First home of a Java that is new enough: JAVA_HOME; the variables that build machines set for each version (such
 * as JAVA_HOME_21_X64); the folders in `jvmFolder`; the `java` on PATH. Null if there is none.
 */
export async function findJavaHome(env: NodeJS.ProcessEnv, jvmFolder: string): Promise<string | null> {
  const versioned = Object.keys(env).filter((name) => /^JAVA_HOME_\d+_\w+$/.test(name));
  const named = ['JAVA_HOME', ...versioned.toSorted()].flatMap((name) => env[name] ?? []);
  const folders = (await ifThere(readdir(jvmFolder))) ?? [];
  for (const home of [...named, ...folders.toSorted().map((folder) => join(jvmFolder, folder))]) {
    if (await isNewEnough(home)) return home;
  }
  const java = await findProgram('java');
  if (java === null) return null;
  const home = dirname(dirname(await realpath(java)));
  return (await isNewEnough(home)) ? home : null;
}

async function isNewEnough(home: string): Promise<boolean> {
  // Each JDK and JRE since version 9 states its version in this file: JAVA_VERSION="25.0.1".
  const release = await ifThere(readFile(join(home, 'release'), 'utf8'));
  const major = release === null ? null : /^JAVA_VERSION="(\d+)/m.exec(release)?.[1];
  return Number(major ?? 0) >= MIN_VERSION && (await isExecutable(join(home, 'bin', 'java')));
}
