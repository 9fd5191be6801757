import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'
import { joinPostgres } from './embedded.mjs'
import { query } from './testing/query.mjs'

const SLOW = 60_000
const STAY_JOINED = fileURLToPath(new URL('testing/stay-joined.mjs', import.meta.url))

/** Whether somebody with the password comes in. */
async function answers({ ownerUrl }) {
  const [row] = await query(ownerUrl.replace(/[^/]+$/, 'postgres'), 'SELECT 1 AS one')
  return row.one === 1
}

test('a cluster whose making was cut off by Ctrl-C or kill -9 is made anew, and nothing is left of it', {
  timeout: SLOW,
}, async () => {
  const fresh = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-postgres-'))
  onTestFinished(() => fs.rmSync(fresh, { recursive: true, force: true }))
  const home = path.join(fresh, 'postgres')
  const drafts = () => fs.readdirSync(home).filter(name => name.includes('draft'))
  const child = spawn(process.execPath, [STAY_JOINED, ROOT, fresh], { detached: true, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await expect.poll(() => fs.existsSync(home) && drafts().length, { timeout: SLOW }).toBeTruthy()
  process.kill(-child.pid, 'SIGINT')
  await ended
  const one = await joinPostgres({ root: ROOT, dataDir: fresh })
  try {
    expect(await answers(one)).toBe(true)
    expect(drafts()).toEqual([])
  } finally {
    await one.leave()
  }
})

test('no folder above its own lets anybody through, whoever it runs as', { timeout: SLOW }, async () => {
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-closed-'))
  const parent = path.join(closed, 'installation')
  fs.mkdirSync(parent)
  for (const folder of [closed, parent]) fs.chmodSync(folder, 0o700)
  const one = await joinPostgres({ root: ROOT, dataDir: parent })
  onTestFinished(async () => {
    await one.leave()
    fs.rmSync(closed, { recursive: true, force: true })
  })
  expect(one.home).toBe(path.join(fs.realpathSync(parent), 'postgres'))
  expect(await answers(one)).toBe(true)
  const modes = [closed, parent, one.home, path.join(one.home, 'cluster')].map(folder =>
    (fs.statSync(folder).mode & 0o777).toString(8),
  )
  expect(modes).toEqual(['700', '700', '700', '700'])
})
