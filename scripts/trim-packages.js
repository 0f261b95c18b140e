// Removes from node_modules what nothing reads: a fifth of it. npm runs this after each installation, under whichever Node.js it
// runs itself, so it is plain JavaScript.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = 'node_modules';

/** Files beside the one that is read, by their folders in node_modules. */
const UNREAD = {
  // A test compares with the small one of four models.
  'eld/src/ngrams': /^(?:extrasmall|medium|large)\.js$/,
  // The network of both families is in one file.
  '@ip-location-db/geo-whois-asn-country-mmdb': /-ipv[46]\.mmdb$/,
  // The console draws countries at the coarsest of three scales.
  'world-atlas': /-(?:10|50)m\.json$/,
};

for (const [name, files] of Object.entries(UNREAD)) {
  const folder = join(MODULES, name);
  if (!existsSync(folder)) continue;
  for (const file of readdirSync(folder)) if (files.test(file)) rmSync(join(folder, file));
}

// Headers for compiling addons, of the Node.js of the project.
const runtimes = join(MODULES, 'node', MODULES);
if (existsSync(runtimes))
  for (const name of readdirSync(runtimes))
    rmSync(join(runtimes, name, 'include'), { recursive: true, force: true });

/** Files that nothing reads here, by how their paths end. */
const UNREAD_KINDS = [
  // They serve who steps through a package with a debugger.
  /\.map$/,
  // Node.js does not run TypeScript within packages; declarations are read by the compiler.
  /(?<!\.d)\.[cm]?tsx?$/,
  // Documentation, but for texts of licences.
  /(?<!licen[cs]e|copying|notices?)\.md$/i,
  // Builds of the same code for newer JavaScript, which nothing resolves to.
  /^@opentelemetry\/[^/]+\/build\/esnext\/.+/,
  // The same plugins for CommonJS.
  /^prettier\/plugins\/.+\.js$/,
];

/** Removes files of these kinds below a folder of node_modules. Links are not followed: they lead to the sources of the project. */
function trim(folder, local) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const entryLocal = local === '' ? entry.name : `${local}/${entry.name}`;
    if (entry.isDirectory()) trim(path, entryLocal);
    else if (entry.isFile() && UNREAD_KINDS.some((kind) => kind.test(entryLocal)))
      rmSync(path, { force: true });
  }
}
trim(MODULES, '');
