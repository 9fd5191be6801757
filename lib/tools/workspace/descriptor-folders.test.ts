import { closeSync, fstatSync, openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { descriptorFolders } from './descriptor-folders'

test('a folder that is let go of twice leaves alone what has its number by then', async () => {
  const folder = await descriptorFolders.openRoot(import.meta.dirname)
  const number = Number(folder.self.split('/').at(-1))
  const closed = folder.close()
  // In the same breath: nothing else can have taken it.
  const next = openSync(import.meta.filename, 'r')
  onTestFinished(() => closeSync(next))
  expect(next).toBe(number)
  await closed
  await folder.close()
  expect(fstatSync(next).isFile()).toBe(true)
})
