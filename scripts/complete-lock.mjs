/**
 * Adds to package-lock.json the packages of other platforms that npm left out, because the registry it asked did not
 * have them: without them `npm ci` refuses the file. To be run after each change of dependencies:
 *   node scripts/complete-lock.mjs
 */
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/**
 * @param {{ packages: Record<string, Record<string, unknown>> }} lock
 * @returns {Record<string, Record<string, unknown>>} what it lacks: packages that others may do without, by their place
 */
export function missingPackages({ packages }) {
  const names = new Set(Object.keys(packages).map(place => place.split('node_modules/').at(-1)))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies).map(([name, version]) => ({ name, version, dev })),
  )
  return Object.fromEntries(
    wanted
      .filter(({ name }) => !names.has(name))
      .map(({ name, version, dev }) => [
        `node_modules/${name}`,
        { version, ...inOrder({ ...platformOf(name), dev, optional: true }) },
      ]),
  )
}

/** Such packages are named after their platform: `@next/swc-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.filter(word => SYSTEMS.includes(word))
  const cpu = words.filter(word => PROCESSORS.includes(word))
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return { cpu, libc, os }
}

/** As npm writes them, which would write the file anew otherwise. */
const inOrder = fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value.length !== 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

if (import.meta.main) {
  const file = path.join(ROOT, 'package-lock.json')
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
  const packages = Object.entries({ ...lock.packages, ...missingPackages(lock) })
  lock.packages = Object.fromEntries(packages.sort(([one], [other]) => (one < other ? -1 : 1)))
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
