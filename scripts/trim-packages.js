// Removes from node_modules what nothing reads: a sixth of it. npm runs this after each installation, under whichever Node.js it
// runs itself, so it is plain JavaScript.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = 'node_modules';

/** Files of packages of which we read another one, by their folders. */
const UNREAD = {
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

// Source maps serve who steps through a package with a debugger.
for (const path of readdirSync(MODULES, { recursive: true, encoding: 'utf8' }))
  if (path.endsWith('.map')) rmSync(join(MODULES, path), { force: true });
