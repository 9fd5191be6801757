/**
 * The arrows and sizes of the house. `node scripts/layers.mjs [folder]` prints what breaks them and exits 1.
 * A check that saw no modules has checked nothing, so that is a failure too.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const CONFIG = path.join(ROOT, '.dependency-cruiser.cjs')
const FOLDERS = ['lib', 'app', 'components', 'instrumentation.ts', 'proxy.ts']
const MOST_LINES = 300

/**
 * @param {string} root the folder of the house
 * @returns {{ modules: number, faults: string[] }}
 */
export function checkLayers(root) {
  const present = FOLDERS.filter(name => fs.existsSync(path.join(root, name)))
  const empty = present.filter(name => sourcesIn(path.join(root, name)).length === 0)
  const faults = empty.map(name => `${name} holds no modules`)
  const { modules, violations } =
    present.length > empty.length ? cruise(root, present) : { modules: 0, violations: [] }
  if (modules === 0) faults.push('no modules were checked: the check itself is broken')
  const files = present.flatMap(name => sourcesIn(path.join(root, name)))
  return { modules, faults: [...faults, ...violations, ...files.flatMap(tooLong)] }
}

function cruise(root, folders) {
  const args = [CRUISER, ...folders, '--config', CONFIG, '--output-type', 'json']
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 200_000_000 })
  if (run.error || !run.stdout.startsWith('{')) {
    throw new Error(`dependency-cruiser did not run: ${run.error ?? run.stderr}`)
  }
  const { summary } = JSON.parse(run.stdout)
  return { modules: summary.totalCruised, violations: summary.violations.map(describe) }
}

const describe = ({ from, to, rule, cycle }) =>
  cycle
    ? `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(' → ')}`
    : `${rule.name}: ${from} → ${to}`

function sourcesIn(entry) {
  if (fs.statSync(entry).isFile()) return [entry]
  return fs
    .readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && /\.(ts|tsx|mjs)$/.test(file.name))
    .map(file => path.join(file.parentPath, file.name))
    .filter(file => !file.includes(`${path.sep}generated${path.sep}`))
}

function tooLong(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').length - 1
  return lines > MOST_LINES ? [`${file} has ${lines} lines, ${MOST_LINES} are the most`] : []
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { modules, faults } = checkLayers(path.resolve(process.argv[2] ?? ROOT))
  for (const fault of faults) console.error(fault)
  console.log(`${modules} modules, ${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
