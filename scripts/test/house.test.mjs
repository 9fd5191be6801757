import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkHouse, measureOf } from './house.mjs'

let root

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-house-'))
  write('app/page.ts', "import { call } from '@/lib/run/call'\nexport default call\n")
  write('components/row.tsx', 'export const Row = () => null\n')
  write('lib/run/call.ts', "import { tool } from './tool'\nexport const call = tool\n")
  write('lib/run/set.ts', "import { tool } from './tool'\nexport const set = tool\n")
  write('lib/run/tool.ts', 'export const tool = 1\n')
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
  expect(measureOf(house)).toBe(
    '5 product files of 8 lines, half of them below 2, at most 3 in a folder; 2 lines of CSS; ' +
      '0 participles as names (0 types, 0 parameters, 0 fields, 0 files)',
  )
})

test('a file of more than 300 lines is too long, a test too', () => {
  write('lib/run/tool.test.ts', '// why\n'.repeat(301))
  expect(checkHouse(root).faults).toEqual(['lib/run/tool.test.ts has 301 lines, 300 are the most'])
})

test('a folder of more than 20 files is crowded; tests do not count', () => {
  for (let n = 0; n < 18; n += 1) write(`lib/run/more-${n}.ts`, '// nobody uses it\n')
  expect(checkHouse(root).faults).toEqual(['lib/run holds 21 files, 20 are the most'])
  fs.renameSync(path.join(root, 'lib/run/more-0.ts'), path.join(root, 'lib/run/more-0.test.ts'))
  expect(checkHouse(root).faults).toEqual([])
})

test('a short file with one user lives with it', () => {
  write('lib/run/set.ts', 'export const set = 1\n')
  const fault = 'lib/run/tool.ts has 1 lines and one user, lib/run/call.ts: it can live there'
  expect(checkHouse(root).faults).toEqual([fault])
})

test.each([
  ['it is long', 'lib/run/tool.ts', `export const tool = 1\n${'// why\n'.repeat(39)}`],
  ['it has a test', 'lib/run/tool.test.ts', "import './tool'\n"],
  ['it is used from another layer', 'proxy.ts', "import './lib/run/tool'\n"],
  [
    'its user is long',
    'lib/run/call.ts',
    `import './tool'\nexport const call = 1\n${'// why\n'.repeat(298)}`,
  ],
  ['it is loaded when it is needed', 'lib/run/call.ts', "export const call = () => import('./tool')\n"],
])('a short file stays where %s', (_, file, text) => {
  write('lib/run/set.ts', 'export const set = 1\n')
  write(file, text)
  expect(checkHouse(root).faults).toEqual([])
})

test('a participle alone is counted as a name, but neither before a noun nor as a variable', () => {
  const named =
    'type Asked = { given: string; givenName: string }\nconst found = (about: Asked) => about.given\n'
  write('lib/run/held.ts', `${named}export class Held { kept = found }\n`)
  const { participles, kinds } = checkHouse(root)
  expect(kinds).toEqual({ types: 2, parameters: 1, fields: 2, files: 1 })
  expect(participles).toBe(6)
  expect(checkHouse(root, { participles: 5 }).faults).toEqual([
    'there are 6 participles, and there were 5: let it be fewer',
  ])
  expect(checkHouse(root, { participles: 6 }).faults).toEqual([])
})

test('a page for newcomers leads to what is there', () => {
  write(
    'AGENTS.md',
    'A [tool](lib/run/tool.ts), a [place](https://example.com/lib), a [gap](lib/run/gap.ts)\n',
  )
  expect(checkHouse(root).faults).toEqual(['AGENTS.md leads to lib/run/gap.ts, which is not there'])
})

test('a name is exported once', () => {
  write('components/set.tsx', 'export function set() {}\n')
  expect(checkHouse(root).faults).toEqual([
    'set is exported by lib/run/set.ts and components/set.tsx: one name for one thing',
  ])
})
