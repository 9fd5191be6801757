import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLayers } from './layers.mjs'

const houses = []
afterAll(() => {
  for (const house of houses) fs.rmSync(house, { recursive: true, force: true })
})

/** One in order. To read it takes a second, whatever is in it. */
function buildHouse() {
  const house = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-layers-'))
  houses.push(house)
  write(
    house,
    'tsconfig.json',
    '{"compilerOptions": {"paths": {"@/*": ["./*"]}, "module": "esnext", "moduleResolution": "bundler"}}',
  )
  write(house, 'lib/domain/call/call.ts', 'export const call = 1\n')
  write(house, 'lib/store/row.ts', "import { call } from '@/lib/domain/call/call'\nexport const row = call\n")
  write(
    house,
    'lib/run/loop/advance.ts',
    "import { row } from '@/lib/store/row'\nexport const advance = row\n",
  )
  return house
}

function write(house, file, text) {
  fs.mkdirSync(path.dirname(path.join(house, file)), { recursive: true })
  fs.writeFileSync(path.join(house, file), text)
}

test('a house in order has no faults', async () => {
  expect(await checkLayers(buildHouse())).toEqual({ modules: 3, faults: [] })
})

describe('what is planted is found', () => {
  const WRONG = {
    'the domain that knows the store': [
      'lib/domain/knows-store.ts',
      "import { row } from '@/lib/store/row'\nexport const bad = row\n",
    ],
    'a sibling that sees its sibling': [
      'lib/tools/bad.ts',
      "import { row } from '@/lib/store/row'\nexport const bad = row\n",
    ],
    'a store that sees the loop': [
      'lib/store/bad.ts',
      "import { advance } from '@/lib/run/loop/advance'\nexport const bad = advance\n",
    ],
    'a type alone, against the arrows': [
      'lib/domain/knows-type.ts',
      "import type { row } from '@/lib/store/row'\nexport type Bad = typeof row\n",
    ],
    'a component that sees the store': [
      'components/bad.tsx',
      "import { row } from '@/lib/store/row'\nexport const Bad = row\n",
    ],
    'a hash outside of the record': [
      'lib/run/hash.ts',
      "import { createHash } from 'node:crypto'\nexport const bad = createHash\n",
    ],
    'an import that leads nowhere': [
      'lib/run/nowhere.ts',
      "import { gone } from '@/lib/domain/gone'\nexport const bad = gone\n",
    ],
  }
  let faults

  beforeAll(async () => {
    const house = buildHouse()
    for (const [file, text] of Object.values(WRONG)) write(house, file, text)
    write(house, 'lib/domain/one.ts', "import { two } from './two'\nexport const one = () => two\n")
    write(house, 'lib/domain/two.ts', "import { one } from './one'\nexport const two = () => one\n")
    faults = (await checkLayers(house)).faults
  })

  test.each(Object.entries(WRONG))('%s', (_, [file]) => {
    expect(faults.filter(fault => fault.includes(file))).not.toEqual([])
  })

  test('a circle', () => {
    expect(faults.filter(fault => fault.startsWith('no circles'))).toHaveLength(1)
  })

  test('and nothing else', () => {
    const planted = [...Object.values(WRONG).map(([file]) => file), 'no circles']
    expect(faults.filter(fault => !planted.some(words => fault.includes(words)))).toEqual([])
  })
})

test('a check that sees no modules fails', async () => {
  const house = buildHouse()
  fs.rmSync(path.join(house, 'lib'), { recursive: true })
  fs.mkdirSync(path.join(house, 'lib'))
  expect(await checkLayers(house)).toMatchObject({
    modules: 0,
    faults: [expect.any(String), expect.stringContaining('no modules')],
  })
})
