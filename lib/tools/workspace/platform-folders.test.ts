import { closeSync, fstatSync, openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { descriptorFolders } from './platform-folders'

test('a folder that is let go of twice leaves alone what has its number by then', async () => {
  const folder = await descriptorFolders.openRoot(import.meta.dirname)
  const number = Number(folder.self.split('/').at(-1))
  const closed = folder.close()
  // In the same breath, so that nothing else has taken it: the lowest free number is given first.
  const opened: number[] = []
  while ((opened.at(-1) ?? -1) < number) opened.push(openSync(import.meta.filename, 'r'))
  onTestFinished(() => opened.forEach(descriptor => void closeSync(descriptor)))
  expect(opened.at(-1)).toBe(number)
  await closed
  await folder.close()
  expect(fstatSync(number).isFile()).toBe(true)
})
