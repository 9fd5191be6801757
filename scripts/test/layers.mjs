/**
 * The arrows of the house. `node scripts/test/layers.mjs [folder]` prints what goes against them and exits 1. A check
 * that saw no modules has checked nothing, so that is a failure too.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ROOT } from '../launch/settings.mjs'

const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const CONFIG = path.join(ROOT, '.dependency-cruiser.cjs')
const FOLDERS = ['lib', 'app', 'components', 'instrumentation.ts', 'proxy.ts']

/**
 * @param {string} root the folder of the house
 * @returns {Promise<{ modules: number, faults: string[] }>}
 */
export async function checkLayers(root) {
  const present = FOLDERS.filter(name => fs.existsSync(path.join(root, name)))
  const empty = present.filter(name => sourcesIn(path.join(root, name)).length === 0)
  const faults = empty.map(name => `${name} holds no modules`)
  const { modules, violations } =
    present.length > empty.length ? await cruise(root, present) : { modules: 0, violations: [] }
  if (modules === 0) faults.push('no modules were checked: the check itself is broken')
  return { modules, faults: [...faults, ...violations] }
}

async function cruise(root, folders) {
  const args = [CRUISER, ...folders, '--config', CONFIG, '--output-type', 'json']
  // Its exit code counts what is wrong; what it prints says it.
  const run = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 200_000_000 })
  const { stdout, stderr } = await run.catch(failure => failure)
  if (!stdout?.startsWith('{')) throw new Error(`dependency-cruiser did not run: ${stderr}`)
  const { summary } = JSON.parse(stdout)
  return { modules: summary.totalCruised, violations: summary.violations.map(describe) }
}

const describe = ({ from, to, rule, cycle }) =>
  cycle
    ? `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(' → ')}`
    : `${rule.name}: ${from} → ${to}`

function sourcesIn(entry) {
  if (fs.statSync(entry).isFile()) return [entry]
  return fs.readdirSync(entry, { recursive: true }).filter(file => /\.(ts|tsx|mjs)$/.test(file))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { modules, faults } = await checkLayers(path.resolve(process.argv[2] ?? ROOT))
  for (const fault of faults) console.error(fault)
  console.log(`${modules} modules, ${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
