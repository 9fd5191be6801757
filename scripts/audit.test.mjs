import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkHash } from '../lib/record/chain'
import { headsLine } from '../lib/record/kept-heads'
import { createSigner } from '../lib/record/signer'
import { ROOT } from './launch/settings.mjs'

const SIGNER = createSigner('07'.repeat(32))
const LINK = { chain: 's1', seq: 1, type: 'call.decided', at: '2026-01-01T00:00:00.000Z', payload: '{}' }
const HASH = linkHash('', LINK)
const HEAD = { seq: 1, hash: HASH, signature: SIGNER.signHead('s1', { seq: 1, hash: HASH }) }

const record = (payload = LINK.payload) =>
  [
    { ...LINK, payload, hash: HASH },
    { chain: 's1', head: HEAD, publicKey: SIGNER.publicKey },
  ]
    .map(item => `${JSON.stringify(item)}\n`)
    .join('')

test('npm run audit says by its exit code what a record is, where nothing is installed', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-audit-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  for (const part of ['scripts', 'lib/record', 'package.json'])
    fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text)
  write('whole.jsonl', record())
  write('broken.jsonl', record('{"kind":"approve"}'))
  write('text.md', '# Session\n')
  const heads = [{ chain: 's1', ...HEAD }]
  write('heads.jsonl', headsLine({ at: LINK.at, publicKey: SIGNER.publicKey, heads }))
  const audit = (...args) => {
    const options = { cwd: folder, env: {}, encoding: 'utf8' }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit.mjs', ...args], options)
    return { status, said: stdout + stderr }
  }
  const whole = audit('whole.jsonl', '--heads', 'heads.jsonl', '--key', SIGNER.publicKey)
  expect(whole).toMatchObject({ status: 0, said: expect.stringContaining(SIGNER.publicKey) })
  const broken = audit('broken.jsonl')
  expect(broken).toMatchObject({ status: 1, said: expect.stringContaining('sessionId: s1\nseq: 1\n') })
  for (const args of [['text.md'], ['whole.jsonl', '--heads', 'nowhere'], ['whole.jsonl', '--twice'], []])
    expect(audit(...args).status).toBe(2)
})
