/**
 * How much of everything there is, as a table of value and limit. A limit is what was counted last, and only sinks;
 * that of migrations grows by one with each. `node scripts/test/mass.mjs` prints the table.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { ROOT } from '../launch/settings.mjs'
import { exportsOf, parse } from './names.mjs'

const LIMITS = {
  'product lines': 79_926,
  'product files': 859,
  'lines of tests and test tools': 71_265,
  'tests written': 2_315,
  journeys: 121,
  'exported names per 1,000 lines of lib': 42,
  'functions per 1,000 lines of lib': 49,
  'lines of masking': 900,
  migrations: 11,
  'decision records': 40,
  'words of decision records': 8_500,
  'longest commit subject of the last 50': 72,
}

const PRODUCT = ['lib', 'app', 'components']
const TESTS = [...PRODUCT, 'e2e', 'test', 'bench', 'scripts']
const isTest = file => /\.(test|e2e)\.[a-z]+$|(^|\/)testing\/|^(e2e|test|bench|scripts\/test)\//.test(file)

const filesIn = (root, folder, pattern) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && pattern.test(entry.name))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter(file => !file.includes('/generated/') && !file.includes('node_modules'))

const textOf = (root, file) => fs.readFileSync(path.join(root, file), 'utf8')
const linesOf = text => text.split('\n').length - 1
const sum = numbers => numbers.reduce((total, number) => total + number, 0)
const matches = (texts, pattern) => sum(texts.map(text => text.match(pattern)?.length ?? 0))

/** Declared at the top of a module, as a function or as a constant that holds one. */
function functionsOf({ statements }) {
  const isFunction = node => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
  return sum(
    statements.map(statement =>
      ts.isFunctionDeclaration(statement)
        ? 1
        : (statement.declarationList?.declarations ?? []).filter(({ initializer }) => isFunction(initializer))
            .length,
    ),
  )
}

/** In a clone without history there is nothing to count. */
function longestSubject(root) {
  try {
    const log = execFileSync('git', ['log', '-50', '--no-merges', '--format=%s'], {
      cwd: root,
      encoding: 'utf8',
    })
    return Math.max(0, ...log.split('\n').map(line => line.length))
  } catch {
    return 0
  }
}

/** @returns {{ name: keyof typeof LIMITS, value: number, limit: number }[]} */
export function massOf(root) {
  const product = PRODUCT.flatMap(folder => filesIn(root, folder, /\.tsx?$/)).filter(file => !isTest(file))
  const tests = TESTS.flatMap(folder => filesIn(root, folder, /\.(tsx?|mjs)$/)).filter(isTest)
  const productTexts = product.map(file => textOf(root, file))
  const testTexts = tests.map(file => textOf(root, file))
  const lib = product
    .filter(file => file.startsWith('lib/'))
    .map(file => ({ file, text: textOf(root, file) }))
  const parsed = lib.map(({ file, text }) => parse(file, text))
  const perThousand = count => Math.round((1000 * count) / sum(lib.map(({ text }) => linesOf(text))))
  const records = filesIn(root, 'docs/decisions', /^\d+.*\.md$/).map(file => textOf(root, file))
  const values = {
    'product lines': sum(productTexts.map(linesOf)),
    'product files': product.length,
    'lines of tests and test tools': sum(testTexts.map(linesOf)),
    'tests written': matches(testTexts, /^ *(test|it)(\.each)?\b[.(]/gm),
    journeys: matches(
      tests.filter(file => file.endsWith('.e2e.ts')).map(file => textOf(root, file)),
      /^ *test\(/gm,
    ),
    'exported names per 1,000 lines of lib': perThousand(sum(parsed.map(source => exportsOf(source).size))),
    'functions per 1,000 lines of lib': perThousand(sum(parsed.map(functionsOf))),
    'lines of masking': sum(
      lib.filter(({ file }) => /\/(redaction|masking)/.test(file)).map(({ text }) => linesOf(text)),
    ),
    migrations: filesIn(root, 'prisma/migrations', /^migration\.sql$/).length,
    'decision records': records.length,
    'words of decision records': matches(records, /\S+/g),
    'longest commit subject of the last 50': longestSubject(root),
  }
  return Object.entries(LIMITS).map(([name, limit]) => ({ name, value: values[name], limit }))
}

/** What has grown beyond its limit. */
export const massFaults = root =>
  massOf(root)
    .filter(({ value, limit }) => value > limit)
    .map(({ name, value, limit }) => `${name}: ${value}, and ${limit} are the most`)

export const massTable = root =>
  massOf(root)
    .map(
      ({ name, value, limit }) =>
        `${name.padEnd(40)} ${String(value).padStart(8)} ${String(limit).padStart(8)}`,
    )
    .join('\n')

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(massTable(ROOT))
