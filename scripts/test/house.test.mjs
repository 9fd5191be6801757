import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkHouse } from './house.mjs'

let root

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-house-'))
  write('app/page.ts', "import { call } from '@/lib/agent/call'\nexport default call\n")
  write('components/row.tsx', 'export const Row = () => null\n')
  write('lib/agent/call.ts', "import { tool } from './tool'\nexport const call = tool\n")
  write('lib/agent/set.ts', "import { tool } from './tool'\nexport const set = tool\n")
  write('lib/agent/tool.ts', 'export const tool = 1\n')
})

afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

function write(file, text) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), text)
}

test('a house in order is measured, and has no faults', () => {
  write('app/page.css', 'a {\n}\n')
  const house = checkHouse(root)
  expect(house).toMatchObject({ files: 5, lines: 8, median: 2, largest: 3, 'lines of CSS': 2, faults: [] })
})

test('what breaks a rule is told', () => {
  write('lib/agent/tool.test.ts', '// why\n'.repeat(301))
  write('components/set.tsx', 'export function set() {}\n')
  write(
    'AGENTS.md',
    'A [tool](lib/agent/tool.ts), a [place](https://example.com/lib), a [gap](lib/agent/gap.ts)\n',
  )
  for (let n = 0; n < 18; n += 1) write(`lib/agent/more-${n}.ts`, '// nobody uses it\n')
  for (let n = 0; n < 18; n += 1) write(`lib/text/more-${n}.test.ts`, '// tests do not count\n')
  expect(checkHouse(root).faults.toSorted()).toEqual([
    'AGENTS.md leads to lib/agent/gap.ts, which is not there',
    'lib/agent holds 21 files, 20 are the most',
    'lib/agent/tool.test.ts has 301 lines, 300 are the most',
    'set is exported by lib/agent/set.ts and components/set.tsx: one name for one thing',
  ])
})

test('a short file with one user lives with it, unless it is tested, used elsewhere, loaded later or too much', () => {
  write('lib/agent/set.ts', 'export const set = 1\n')
  const lonely = 'lib/agent/tool.ts has 1 lines and one user, lib/agent/call.ts: it can live there'
  expect(checkHouse(root).faults).toEqual([lonely])
  const reasons = [
    ['lib/agent/tool.ts', `export const tool = 1\n${'// why\n'.repeat(39)}`],
    ['lib/agent/tool.test.ts', "import './tool'\n"],
    ['proxy.ts', "import './lib/agent/tool'\n"],
    ['lib/agent/call.ts', `import './tool'\nexport const call = 1\n${'// why\n'.repeat(298)}`],
    ['lib/agent/call.ts', "export const call = () => import('./tool')\n"],
  ]
  for (const [file, text] of reasons) {
    const place = path.join(root, file)
    const before = fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : undefined
    write(file, text)
    expect(checkHouse(root).faults).toEqual([])
    if (before === undefined) fs.rmSync(place)
    else write(file, before)
  }
})

test('a migration that landed stays as it was, and a new one is named', () => {
  const writeFirst = sql => write('prisma/migrations/1_first/migration.sql', sql)
  writeFirst('CREATE TABLE first (id int);\n')
  write('prisma/migrations.sha256', '')
  const [fault = ''] = checkHouse(root).faults
  expect(fault).toContain('prisma/migrations/1_first/migration.sql is new')
  write('prisma/migrations.sha256', `${fault.split('sha256: ')[1]}\n`)
  expect(checkHouse(root).faults).toEqual([])
  writeFirst('CREATE TABLE first (id bigint);\n')
  expect(checkHouse(root).faults).toEqual([expect.stringContaining('is not as it landed')])
})

test('a decision is short, and stands in the index', () => {
  write('docs/decisions/README.md', '[001](001-first.md)\n')
  write('docs/decisions/001-first.md', 'word '.repeat(300))
  write('docs/decisions/002-second.md', '# 002\n')
  expect(checkHouse(root).faults).toEqual([
    expect.stringContaining('001-first.md has 301 words'),
    expect.stringContaining('002-second.md is not in'),
  ])
})

test('a name that says nothing is counted, but not one that says of what', () => {
  const named =
    'type Asked = { given: string; givenName: string }\nconst found = (about: Asked) => about.given\n'
  write('lib/agent/held.ts', `${named}export class Held { kept = found }\n`)
  const { vague } = checkHouse(root)
  expect(vague.map(text => text.split(' ')[1])).toEqual([
    'held',
    'Asked',
    'given',
    'found',
    'about',
    'Held',
    'kept',
  ])
  expect(checkHouse(root, { 'vague names': 6 }).faults).toEqual([expect.stringContaining('7 vague names')])
  expect(checkHouse(root, { 'vague names': 7 }).faults).toEqual([])
})
