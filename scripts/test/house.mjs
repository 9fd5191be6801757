/**
 * How livable the house is, in numbers, and what breaks its rules: a file has at most 300 lines, a folder at most 20
 * files, a file of fewer than 40 lines has two users, an exported name is declared once, a migration that has landed
 * stays as it is, and what there is too much of does not grow. `node scripts/test/house.mjs [folder]` prints the numbers and what breaks the rules, and
 * exits 1 where something does.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../launch/settings.mjs'
import { exportsOf, isVague, parse, vagueNamesIn } from './names.mjs'

const FOLDERS = ['lib', 'app', 'components']
const ENTRIES = ['instrumentation.ts', 'proxy.ts']
const MOST_FILES = 20
const FEWEST_LINES = 40
const MOST_LINES = 300
/** Of a decision record. */
const MOST_WORDS = 251

/** What there is too much of, as it stood when it was last counted: it may sink, and then this sinks with it. */
const MOST = { 'vague names': 2, 'lines of CSS': 259 }

/** What the framework, or a register of one file per kind, asks for: such a file may be short and have one user. */
const REGISTERED = [
  /^app\//,
  /^lib\/tools\/(control|files|memory|skills)\/[^/]+$/,
  /^lib\/hooks\//,
  /^lib\/domain\/contract\/[^/]+-operations\.ts$/,
  /^lib\/models\/ai-sdk\/[^/]+$/,
]

const stemOf = file => path.basename(file).replace(/\.tsx?$/, '')

/** Parts of the program that are loaded when they are needed have a file of their own. */
const isLoadedLater = (file, text) => new RegExp(`import\\(\\s*'[^']*/${stemOf(file)}'`).test(text)

/** The arrows keep what belongs to a layer there: Prisma in the store, verbs out of the routes. */
const layerOf = file => file.split('/').slice(0, 2).join('/')

const isTest = file => /\.test\.[a-z]+$|(^|\/)testing\//.test(file)

/**
 * @typedef {{ files: number, median: number, largest: number, lines: number, 'lines of CSS': number,
 *   'vague names': number }} Measures
 */

/**
 * @param {string} root the folder of the house
 * @param {Partial<typeof MOST>} most
 * @returns {Measures & { vague: string[], faults: string[] }}
 */
export function checkHouse(root, most = MOST) {
  const all = [...FOLDERS.flatMap(folder => sourcesIn(root, folder)), ...entriesIn(root)]
  const product = all.filter(({ file }) => !isTest(file))
  const vague = vagueNames(product)
  const measures = { ...sizesOf(product), 'vague names': vague.length, 'lines of CSS': cssIn(root) }
  const faults = [
    ...longFiles(all),
    ...crowdedFolders(product),
    ...lonelyFiles(product, all),
    ...doubleNames(product),
    ...migrationFaults(root),
    ...deadLinks(root),
    ...decisionFaults(root),
    ...Object.entries(most)
      .filter(([what, number]) => measures[what] > number)
      .map(
        ([what, number]) => `there are ${measures[what]} ${what}, and there were ${number}: let it be fewer`,
      ),
  ]
  return { ...measures, vague, faults }
}

function sizesOf(product) {
  const sizes = product.map(({ lines }) => lines).sort((a, b) => a - b)
  const folders = Map.groupBy(product, ({ file }) => path.dirname(file))
  return {
    files: product.length,
    median: sizes[sizes.length >> 1] ?? 0,
    largest: Math.max(0, ...[...folders.values()].map(files => files.length)),
    lines: sizes.reduce((sum, size) => sum + size, 0),
  }
}

/** What has a name that says nothing, as `file:line name`. */
const vagueNames = product =>
  product.flatMap(({ file, text }) => [
    ...(isVague(stemOf(file)) ? [`${file} ${stemOf(file)}`] : []),
    ...vagueNamesIn(parse(file, text)).map(({ name, line }) => `${file}:${line} ${name}`),
  ])

const filesIn = (root, folder, pattern) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && pattern.test(entry.name))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)))

const cssIn = root =>
  FOLDERS.flatMap(folder => filesIn(root, folder, /\.css$/))
    .map(file => sourceOf(root, file).lines)
    .reduce((sum, lines) => sum + lines, 0)

const CHECKSUMS = 'prisma/migrations.sha256'

/** Databases have each migration as it landed. Its checksum stands in a list, as `sha256sum` prints it. */
function migrationFaults(root) {
  const list = path.join(root, CHECKSUMS)
  if (!fs.existsSync(list)) return []
  const landed = new Map(
    fs
      .readFileSync(list, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => line.split(/\s+/).toReversed()),
  )
  const found = new Map(
    filesIn(root, 'prisma/migrations', /\.sql$/).map(file => [
      file,
      createHash('sha256')
        .update(fs.readFileSync(path.join(root, file)))
        .digest('hex'),
    ]),
  )
  return [...new Set([...landed.keys(), ...found.keys()])]
    .filter(file => landed.get(file) !== found.get(file))
    .map(file =>
      landed.has(file)
        ? `${file} is not as it landed: put it back, and write a new migration instead`
        : `${file} is new: add a line to ${CHECKSUMS}: ${found.get(file)}  ${file}`,
    )
}

/** What the pages for newcomers lead to is there. */
function deadLinks(root) {
  const pages = ['README.md', 'AGENTS.md'].filter(page => fs.existsSync(path.join(root, page)))
  return pages.flatMap(page =>
    [...fs.readFileSync(path.join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)]
      .filter(([, place]) => !fs.existsSync(path.join(root, place)))
      .map(([, place]) => `${page} leads to ${place}, which is not there`),
  )
}

/** A decision is short, and the index names it. */
function decisionFaults(root) {
  const index = path.join(root, 'docs/decisions/README.md')
  if (!fs.existsSync(index)) return []
  const list = fs.readFileSync(index, 'utf8')
  return filesIn(root, 'docs/decisions', /^\d+.*\.md$/).flatMap(file => {
    const words = fs.readFileSync(path.join(root, file), 'utf8').split(/\s+/).length
    return [
      ...(words > MOST_WORDS ? [`${file} has ${words} words, ${MOST_WORDS} are the most`] : []),
      ...(list.includes(path.basename(file)) ? [] : [`${file} is not in ${path.relative(root, index)}`]),
    ]
  })
}

const sourcesIn = (root, folder) =>
  filesIn(root, folder, /\.tsx?$/)
    .filter(file => !file.includes('/generated/'))
    .map(file => sourceOf(root, file))

const entriesIn = root =>
  ENTRIES.filter(file => fs.existsSync(path.join(root, file))).map(file => sourceOf(root, file))

function sourceOf(root, file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  return { file, text, lines: text.split('\n').length - 1 }
}

const longFiles = all =>
  all
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, ${MOST_LINES} are the most`)

function crowdedFolders(product) {
  const folders = Map.groupBy(product, ({ file }) => path.dirname(file))
  return [...folders]
    .filter(([, files]) => files.length > MOST_FILES)
    .map(([folder, files]) => `${folder} holds ${files.length} files, ${MOST_FILES} are the most`)
}

/** A test is a user too: what has a test of its own has a file of its own. */
function lonelyFiles(product, all) {
  const users = new Map()
  for (const source of all)
    for (const used of importsOf(source)) users.set(used, [...(users.get(used) ?? []), source])
  return product.flatMap(source => {
    const { file, lines } = source
    const [user, ...others] = users.get(file.replace(/\.tsx?$/, '')) ?? []
    if (!user || others.length > 0 || lines >= FEWEST_LINES || !canLiveWith(source, user)) return []
    return [`${file} has ${lines} lines and one user, ${user.file}: it can live there`]
  })
}

const canLiveWith = ({ file, lines }, user) =>
  layerOf(file) === layerOf(user.file) &&
  lines + user.lines <= MOST_LINES &&
  !isLoadedLater(file, user.text) &&
  !REGISTERED.some(kind => kind.test(file))

const importsOf = ({ file, text }) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:@|\.{1,2})\/[^']+)'/g)].map(([, name]) =>
    name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name),
  )

function doubleNames(product) {
  const homes = new Map()
  for (const { file, text } of product.filter(
    ({ file }) => file.startsWith('lib/') || file.startsWith('components/'),
  ))
    for (const name of exportsOf(parse(file, text))) homes.set(name, [...(homes.get(name) ?? []), file])
  return [...homes]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name} is exported by ${files.join(' and ')}: one name for one thing`)
}

/** The house in one line. @param {Measures} measures */
export const measureOf = ({ files, lines, median, largest, ...more }) =>
  [
    `${files} product files of ${lines} lines, half of them below ${median}, at most ${largest} in a folder`,
    `${more['lines of CSS']} lines of CSS`,
    `${more['vague names']} vague names`,
  ].join('; ')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const house = checkHouse(path.resolve(process.argv[2] ?? ROOT))
  for (const fault of [...house.vague, ...house.faults]) console.error(fault)
  console.log(`house: ${measureOf(house)}, ${house.faults.length} faults`)
  process.exitCode = house.faults.length > 0 ? 1 : 0
}
