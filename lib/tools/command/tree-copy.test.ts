import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRegistry } from '../registry'
import { LeaseLapsed } from '../run-tool'
import { hash, temporaryWorkspace } from '../testing/temporary-workspace'
import { runCommandIn } from './run-command'
import { copyTree, removeDeadCopies } from './tree-copy'

const temporaryCopies = (): string => {
  const copies = mkdtempSync(join(tmpdir(), 'countersign-tests-'))
  onTestFinished(() => rmSync(copies, { recursive: true, force: true }))
  return copies
}

/** A folder for the tests of a group. */
function temporaryFolder(): () => string {
  const state: { folder?: string } = {}
  return () => {
    if (state.folder === undefined || !existsSync(state.folder)) state.folder = temporaryCopies()
    return state.folder
  }
}

describe('a copy', () => {
  const copies = temporaryFolder()
  const tools = () => createRegistry([runCommandIn({ kind: 'none' }, copies())], hash)

  test('is gone afterwards, however the command ended', async () => {
    const { runs, put } = temporaryWorkspace(tools())
    put('a', 'a')
    await runs('run_command', { command: 'echo b > a; exit 3' })
    await runs('run_command', { command: 'sleep 60', timeoutMs: 1 })
    const beforeEffect = () => {
      throw new LeaseLapsed()
    }
    expect(await runs('run_command', { command: 'true' }, { beforeEffect })).toEqual({ kind: 'lapsed' })
    expect(readdirSync(copies())).toEqual([])
  })

  test('that a dead process left is removed at the next start; those of the living stay', async () => {
    const { root } = temporaryWorkspace()
    const copy = await copyTree({ root, signal: new AbortController().signal }, copies())
    const [live = ''] = readdirSync(copies())
    const dead = live.replace(`-${process.pid}-`, '-4194305-')
    mkdirSync(join(copies(), dead))
    mkdirSync(join(copies(), 'countersign-copies-elsewhere-4194305-abcdef'))
    await removeDeadCopies(copies())
    expect(readdirSync(copies()).sort()).toEqual([live, 'countersign-copies-elsewhere-4194305-abcdef'].sort())
    await copy.remove()
    rmSync(join(copies(), 'countersign-copies-elsewhere-4194305-abcdef'), { recursive: true })
  })

  test('is shown as possible before, or why it is not; what was shown so does not run otherwise', async () => {
    const { previews, performs, at, put } = temporaryWorkspace(tools())
    const args = { command: 'touch ran' }
    const shown = await previews('run_command', args)
    if (shown.kind !== 'preview') throw new Error(shown.message)
    expect(shown.preview.command).toMatchObject({ revertible: true })
    put('large', '')
    truncateSync(at('large'), 65 * 1024 * 1024)
    expect(await previews('run_command', args)).toMatchObject({
      preview: { command: { revertible: false, whyNotReverted: 'more than 64 MB' } },
    })
    expect(await performs('run_command', args, { preview: shown.preview })).toEqual({ kind: 'drifted' })
    expect(existsSync(at('ran'))).toBe(false)
  })

  test('for which there is no place keeps the command from running', async () => {
    const nowhere = createRegistry([runCommandIn({ kind: 'none' }, '/nowhere')], hash)
    const { runs, at } = temporaryWorkspace(nowhere)
    expect(await runs('run_command', { command: 'touch ran' })).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/^It did not run\. The copy/),
    })
    expect(existsSync(at('ran'))).toBe(false)
  })
})
