import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addClient, livingClients, removeClient } from './clients.mjs'

let folder
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-clients-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('who joins is listed until he leaves, twice where he joined twice', () => {
  const [one, other] = [addClient(folder), addClient(folder)]
  expect(livingClients(folder).sort()).toEqual([one, other].sort())
  removeClient(folder, one)
  expect(livingClients(folder)).toEqual([other])
})

test('a client that died, or whose number another process has now, is taken off', () => {
  const mine = addClient(folder)
  for (const dead of ['999999999-11111111.5-1', `${process.pid}-11111111.5-1`]) {
    fs.writeFileSync(path.join(folder, dead), '')
  }
  expect(livingClients(folder)).toEqual([mine])
  expect(fs.readdirSync(folder)).toEqual([mine])
})
