// Adds the platform packages that a registry mirror did not offer when the lock file was written.
// `npm ci` refuses a lock file in which an optional dependency of any platform is missing, so without
// these entries a fresh clone cannot install. Run after each change of dependencies: `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** Platform packages are named after their platform: `@oxlint/binding-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const system = SYSTEMS.find((word) => words.includes(word));
  const processor = PROCESSORS.find((word) => words.includes(word));
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  if (!system && !processor) return undefined;
  return { cpu: processor && [processor], libc: libc && [libc], os: system && [system] };
}

/** The entries that `npm ci` would miss, by their path in the lock file. */
function findMissingEntries(lock) {
  const missing = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const known = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      if (known.some((candidate) => lock.packages[candidate])) continue;
      const platform = platformOf(name);
      // Only an exact version of a package bound to a platform can be written down without asking a registry.
      if (!platform || !/^\d+\.\d+\.\d+$/.test(version)) continue;
      // In the order npm itself writes; JSON leaves out what is undefined.
      const { cpu, libc, os } = platform;
      missing[`node_modules/${name}`] = { version, cpu, dev: entry.dev, libc, optional: true, os };
    }
  }
  return missing;
}

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = findMissingEntries(lock);
const count = Object.keys(missing).length;
if (process.argv.includes('--check')) {
  console.log(`package-lock.json: ${count} entries missing`);
  process.exit(count === 0 ? 0 : 1);
}
const entries = Object.entries({ ...lock.packages, ...missing });
lock.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${count} entries added`);
