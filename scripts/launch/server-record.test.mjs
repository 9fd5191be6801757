import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { entryOf, newEntry } from '../process/process-entry.mjs'
import { claimPort, noteServer } from './server-record.mjs'

let settings
let server
beforeEach(async () => {
  server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-record-'))
  settings = { dataDir, host: '127.0.0.1', port: server.address().port }
})
afterEach(() => {
  server.close()
  fs.rmSync(settings.dataDir, { recursive: true, force: true })
})

const claim = () => claimPort(settings, { say: () => {} })

test('a port is taken by another program, by a Countersign that is named, or free', async () => {
  await expect(claim()).rejects.toThrow('another program')
  const forget = noteServer(settings, { launcher: newEntry(), server: newEntry() })
  await expect(claim()).rejects.toThrow(`process ${process.pid}`)
  forget()
  await expect(claim()).rejects.toThrow('another program')
  server.close()
  await once(server, 'close')
  expect(await claim()).toBeUndefined()
  settings.host = '203.0.113.7'
  await expect(claim()).rejects.toThrow('no address of this machine')
})

test('a port of a server whose launcher was killed is waited for', async () => {
  server.close()
  const listen = `require('net').createServer().listen(${settings.port}, '127.0.0.1', () => console.log('up'))`
  const orphan = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(orphan.stdout, 'data')
  noteServer(settings, { launcher: '999999999-11111111.5-1', server: entryOf(orphan.pid) })
  const said = []
  await claimPort(settings, { say: text => said.push(text) && orphan.kill('SIGKILL') })
  expect(said).toHaveLength(1)
})
