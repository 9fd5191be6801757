import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { CANARY, temporaryWorkspace } from '../testing/temporary-workspace'

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

test.each(['read', 'write', 'list'] as const)(
  'however a program exchanges folders and files for links, a %s never gets outside',
  async verb => {
    const workspace = temporaryWorkspace()
    workspace.put('d/canary.txt', 'inside')
    await swapping(workspace.root, workspace.outside)
    const path = 'd/canary.txt'
    const seen = { ok: 0, other: 0 }
    for (let n = 0; n < MOST && Math.min(seen.ok, seen.other) < ENOUGH; n += 1) {
      const done =
        verb === 'read'
          ? await workspace.performs('read_file', { path })
          : verb === 'list'
            ? await workspace.performs('list_files', { path: 'd' })
            : await workspace.performs('write_file', { path, content: `inside ${n}` })
      expect(JSON.stringify(done)).not.toContain('CANARY')
      expect(JSON.stringify(done)).not.toContain(`"size":${CANARY.length}`)
      expect(done).not.toHaveProperty('bug')
      seen[done.kind === 'ok' ? 'ok' : 'other'] += 1
    }
    expect(seen.ok).toBeGreaterThan(0)
    expect(seen.other).toBeGreaterThan(0)
    expect(workspace.outsideIsUntouched()).toBe(true)
  },
  60_000,
)
