import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { CANARY, hash, temporaryWorkspace } from '../testing/temporary-workspace'

/**
 * A program in the workspace that exchanges, as fast as it can, a file and then its folder for links to the
 * canary and back. It says when it has begun, and goes on until it is killed.
 */
const SWAPPER = `
const fs = require('node:fs')
const [, root, outside] = process.argv
const at = name => root + '/' + name
const tried = act => { try { act() } catch {} }
process.stdout.write('ready')
for (;;) {
  tried(() => fs.symlinkSync(outside + '/canary.txt', at('link')))
  tried(() => fs.renameSync(at('link'), at('d/canary.txt')))
  tried(() => fs.writeFileSync(at('file'), 'inside'))
  tried(() => fs.renameSync(at('file'), at('d/canary.txt')))
  tried(() => fs.renameSync(at('d'), at('away')))
  tried(() => fs.symlinkSync(outside, at('d')))
  tried(() => fs.rmSync(at('d'), { recursive: true }))
  tried(() => fs.renameSync(at('away'), at('d')))
}
`

async function swapping(root: string, outside: string): Promise<ChildProcess> {
  const swapper = spawn(process.execPath, ['--eval', SWAPPER, root, outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    swapper.kill('SIGKILL')
    if (swapper.signalCode === null) await once(swapper, 'exit')
  })
  await once(swapper.stdout, 'data')
  return swapper
}

const ENOUGH = 150
const MOST = 20_000
const path = 'd/canary.txt'

/** What each kind of tool is asked in turn, the way it takes through the folders being the same. */
const KINDS: [string, ((n: number) => [tool: string, args: object])[]][] = [
  ['read', [() => ['read_file', { path }], () => ['file_info', { path }]]],
  [
    'write',
    [
      n => ['write_file', { path, content: `inside ${n}` }],
      () => ['edit_file', { path, old: 'inside', new: 'inside, edited' }],
      () => ['restore_file', { path, from: hash('inside'), to: hash('inside again') }],
    ],
  ],
  [
    'move, copy or removal',
    [
      n => ['copy_file', { from: path, to: `copied ${n}` }],
      n => ['move_file', { from: path, to: `moved ${n}` }],
      n => ['copy_file', { from: 'mine', to: `d/copied ${n}` }],
      n => ['make_folder', { path: `d/made ${n}` }],
      () => ['apply_patch', { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` }],
      n => ['apply_patch', { patch: `*** Begin Patch\n*** Add File: d/added ${n}\n+x\n*** End Patch\n` }],
      () => ['delete_file', { path }],
    ],
  ],
  [
    'list',
    [() => ['list_files', { path: 'd' }], () => ['search_files', { path: 'd', pattern: 'lies|inside' }]],
  ],
]

test.each(KINDS)(
  'however a program exchanges folders and files for links, a %s never gets outside',
  async (_, asking) => {
    const workspace = temporaryWorkspace()
    workspace.put(path, 'inside')
    workspace.put('mine', 'inside')
    await swapping(workspace.root, workspace.outside)
    const seen = { ok: 0, other: 0 }
    for (let n = 0; n < MOST && Math.min(seen.ok, seen.other) < ENOUGH; n += 1) {
      const [tool, args] = asking[n % asking.length]?.(n) ?? ['', {}]
      const done = await workspace.performs(tool, args)
      expect(JSON.stringify(done)).not.toMatch(/CANARY|lies outside/)
      expect(JSON.stringify(done)).not.toContain(`"size":${CANARY.length}`)
      expect(done).not.toHaveProperty('bug')
      seen[done.kind === 'ok' ? 'ok' : 'other'] += 1
    }
    expect(seen.ok).toBeGreaterThan(0)
    expect(seen.other).toBeGreaterThan(0)
    expect(workspace.outsideIsUntouched()).toBe(true)
    const brought = readdirSync(workspace.root).filter(name => /^(copied|moved) /.test(name))
    expect(brought.filter(name => workspace.read(name).includes('CANARY'))).toEqual([])
  },
  60_000,
)
