import { readdirSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Execution } from '../define-tool'
import { LeaseLapsed, revoke } from '../run-tool'
import { hash, registry, temporaryWorkspace } from '../testing/temporary-workspace'
import { isTemporaryName, temporaryName } from '../workspace/temporary-file'

const execution: Execution = { callId: '0199f3a1-7c3e-7d7e-8f00-0123456789ab', epoch: 7 }
const mine = temporaryName(execution)

/** Every way to change `d/a`, which holds `old`, or a file that is not there yet. */
const changes: [string, string, Record<string, unknown>][] = [
  ['that makes it', 'write_file', { path: 'd/new', content: 'new' }],
  ['that makes its folders too', 'write_file', { path: 'd/b/c/new', content: 'new' }],
  ['that replaces it', 'edit_file', { path: 'd/a', old: 'old', new: 'new' }],
  ['that deletes it', 'delete_file', { path: 'd/a' }],
  ['that removes it', 'restore_file', { path: 'd/a', from: hash('old'), to: 'absent' }],
]

function prepared() {
  const workspace = temporaryWorkspace()
  workspace.put('d/a', 'old')
  return workspace
}

describe.each(changes)('a change of a file %s', (_, tool, args) => {
  /** How often it looks whether it may go on: the last time when all that is left to do is to put it in place. */
  async function effects(): Promise<number> {
    const workspace = prepared()
    const atEach: string[][] = []
    const beforeEffect = () => {
      atEach.push(workspace.all())
    }
    expect(await workspace.performs(tool, args, { execution, beforeEffect })).toMatchObject({ kind: 'ok' })
    expect(atEach.at(-1)?.filter(name => name.replace(/\/$/, '').endsWith(mine))).toHaveLength(1)
    return atEach.length
  }

  test('has no effect once the lease has run out, at whichever of its effects that is', async () => {
    const most = await effects()
    for (let last = 1; last <= most; last += 1) {
      const workspace = prepared()
      let count = 0
      const beforeEffect = () => {
        count += 1
        if (count === last) throw new LeaseLapsed()
      }
      const before = workspace.all()
      expect(await workspace.performs(tool, args, { execution, beforeEffect })).toEqual({ kind: 'lapsed' })
      expect([workspace.all(), workspace.read('d/a')]).toEqual([before, 'old'])
    }
  })

  test('that fell asleep just before its effect finds nothing to put in place', async () => {
    const workspace = prepared()
    const most = await effects()
    let count = 0
    const beforeEffect = () => {
      count += 1
      if (count !== most) return
      const [left] = readdirSync(workspace.root, { recursive: true, encoding: 'utf8' }).filter(path =>
        isTemporaryName(path.split('/').at(-1) ?? ''),
      )
      if (left) rmSync(workspace.at(left), { recursive: true })
    }
    const before = workspace.all()
    const done = await workspace.performs(tool, args, { execution, beforeEffect })
    expect(done).toMatchObject({ kind: 'error', text: expect.stringContaining('does not exist') })
    expect([workspace.all(), workspace.read('d/a')]).toEqual([before, 'old'])
  })

  test('is revoked by removing what it has not finished, and nothing else', async () => {
    const workspace = prepared()
    const folder = String(args.path).replace(/[^/]*$/, '')
    const other = temporaryName({ ...execution, epoch: 8 })
    workspace.put(`${folder}${mine}`, 'new')
    workspace.put(`${folder}${other}`, 'new')
    const call = { tool, argumentsText: JSON.stringify(args) }
    await revoke(registry, call, { root: workspace.root, execution })
    const left = workspace.all().filter(path => isTemporaryName(path.split('/').at(-1) ?? ''))
    expect(left).toEqual([`${folder}${other}`])
    expect(workspace.read('d/a')).toBe('old')
  })
})

test('a file that was moved away just before its process ended is removed with what held it', async () => {
  const workspace = temporaryWorkspace()
  workspace.put(`d/${mine}/removed`, 'old')
  const call = { tool: 'restore_file', argumentsText: JSON.stringify(changes.at(-1)?.[2]) }
  await revoke(registry, call, { root: workspace.root, execution })
  expect(workspace.all()).toEqual(['d/'])
})

test('revoking leads nowhere outside, and where there is no folder it does nothing', async () => {
  const workspace = temporaryWorkspace()
  for (const path of ['../outside/canary.txt', 'gone/a', '']) {
    const call = { tool: 'write_file', argumentsText: JSON.stringify({ path, content: 'x' }) }
    await revoke(registry, call, { root: workspace.root, execution })
  }
  expect([workspace.all(), workspace.outsideIsUntouched()]).toEqual([[], true])
})
