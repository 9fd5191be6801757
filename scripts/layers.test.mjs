import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLayers } from './layers.mjs'

let root

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-layers-'))
  write(
    'tsconfig.json',
    '{"compilerOptions": {"paths": {"@/*": ["./*"]}, "module": "esnext", "moduleResolution": "bundler"}}',
  )
  write('lib/domain/call.ts', 'export const call = 1\n')
  write('lib/store/row.ts', "import { call } from '@/lib/domain/call'\nexport const row = call\n")
  write('lib/run/advance.ts', "import { row } from '@/lib/store/row'\nexport const advance = row\n")
})

afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

function write(file, text) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), text)
}

test('a house in order has no faults', () => {
  expect(checkLayers(root)).toEqual({ modules: 3, faults: [] })
})

test.each([
  [
    'the domain that knows the store',
    'lib/domain/bad.ts',
    "import { row } from '@/lib/store/row'\nexport const bad = row\n",
  ],
  [
    'a sibling that sees its sibling',
    'lib/tools/bad.ts',
    "import { row } from '@/lib/store/row'\nexport const bad = row\n",
  ],
  [
    'a store that sees the loop',
    'lib/store/bad.ts',
    "import { advance } from '@/lib/run/advance'\nexport const bad = advance\n",
  ],
  [
    'a type alone, against the arrows',
    'lib/domain/bad.ts',
    "import type { row } from '@/lib/store/row'\nexport type Bad = typeof row\n",
  ],
  [
    'a component that sees the store',
    'components/bad.tsx',
    "import { row } from '@/lib/store/row'\nexport const Bad = row\n",
  ],
  [
    'a hash outside of the record',
    'lib/run/bad.ts',
    "import { createHash } from 'node:crypto'\nexport const bad = createHash\n",
  ],
  [
    'an import that leads nowhere',
    'lib/run/bad.ts',
    "import { gone } from '@/lib/domain/gone'\nexport const bad = gone\n",
  ],
])('a planted wrong import is found: %s', (_, file, text) => {
  write(file, text)
  const { faults } = checkLayers(root)
  expect(faults.some(fault => fault.includes(file))).toBe(true)
})

test('a circle is found', () => {
  write('lib/domain/one.ts', "import { two } from './two'\nexport const one = () => two\n")
  write('lib/domain/two.ts', "import { one } from './one'\nexport const two = () => one\n")
  expect(checkLayers(root).faults.join()).toContain('no circles')
})

test('a file of more than 300 lines is found', () => {
  write('lib/domain/long.ts', `${'export {}\n'.repeat(301)}`)
  expect(checkLayers(root).faults.join()).toContain('has 301 lines')
})

test('a check that sees no modules fails', () => {
  fs.rmSync(path.join(root, 'lib'), { recursive: true })
  fs.mkdirSync(path.join(root, 'lib'))
  expect(checkLayers(root)).toMatchObject({
    modules: 0,
    faults: [expect.any(String), expect.stringContaining('no modules')],
  })
})
