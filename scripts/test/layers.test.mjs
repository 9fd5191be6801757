import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkLayers } from './layers.mjs'

const OWN = {
  'tsconfig.json':
    '{"compilerOptions": {"paths": {"@/*": ["./*"]}, "module": "esnext", "moduleResolution": "bundler"}}',
  'lib/domain/call/call.ts': 'export const call = 1\n',
  'lib/store/row.ts': "import { call } from '@/lib/domain/call/call'\nexport const row = call\n",
  'lib/agent/loop/advance.ts': "import { row } from '@/lib/store/row'\nexport const advance = row\n",
}

/** What goes against the arrows, by the file that it is planted in. */
const WRONG = {
  'lib/domain/knows-store.ts': "import { row } from '@/lib/store/row'\nexport const bad = row\n",
  'lib/domain/knows-type.ts': "import type { row } from '@/lib/store/row'\nexport type Bad = typeof row\n",
  'lib/tools/sibling.ts': "import { row } from '@/lib/store/row'\nexport const bad = row\n",
  'lib/store/upwards.ts': "import { advance } from '@/lib/agent/loop/advance'\nexport const bad = advance\n",
  'components/bad.tsx': "import { row } from '@/lib/store/row'\nexport const Bad = row\n",
  'lib/agent/hash.ts': "import { createHash } from 'node:crypto'\nexport const bad = createHash\n",
  'lib/agent/nowhere.ts': "import { gone } from '@/lib/domain/gone'\nexport const bad = gone\n",
}
const CIRCLE = {
  'lib/domain/one.ts': "import { two } from './two'\nexport const one = () => two\n",
  'lib/domain/two.ts': "import { one } from './one'\nexport const two = () => one\n",
}

function house(files) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-layers-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  return root
}

test('what is planted against the arrows is told, and nothing else', async () => {
  const { faults } = await checkLayers(house({ ...OWN, ...WRONG, ...CIRCLE }))
  const planted = ['no circles', ...Object.keys(WRONG)]
  expect(planted.filter(words => !faults.some(fault => fault.includes(words)))).toEqual([])
  expect(faults.filter(fault => !planted.some(words => fault.includes(words)))).toEqual([])
})

test('a check that sees no modules fails', async () => {
  const root = house({ 'tsconfig.json': '{}', 'lib/README.md': '' })
  expect(await checkLayers(root)).toMatchObject({
    modules: 0,
    faults: [expect.stringContaining('lib'), expect.stringContaining('no modules')],
  })
})
