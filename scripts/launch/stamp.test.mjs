import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isComplete } from './install.mjs'
import { hashOf } from './stamp.mjs'

let root
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-stamp-'))
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  fs.writeFileSync(path.join(root, name), text)
}

test('whatever changes in the sources changes their hash, but what is left out', () => {
  write('app/page.tsx', 'page')
  write('app/deep/page.test.tsx', 'test')
  const hash = () => hashOf(root, ['app', 'next.config.ts'], name => name.includes('.test.'))
  const hashes = [hash()]
  for (const change of [
    () => write('app/page.tsx', 'changed'),
    () => write('app/deep/more.tsx', ''),
    () => fs.renameSync(path.join(root, 'app/page.tsx'), path.join(root, 'app/other.tsx')),
    () => fs.rmSync(path.join(root, 'app/other.tsx')),
    () => write('next.config.ts', ''),
  ]) {
    change()
    hashes.push(hash())
  }
  expect(new Set(hashes).size).toBe(hashes.length)
  write('app/deep/page.test.tsx', 'changed')
  expect(hash()).toBe(hashes.at(-1))
})

test('an install is complete when every package that npm noted is there', () => {
  expect(isComplete(root)).toBe(false)
  const packages = { 'node_modules/a': {}, 'node_modules/a/node_modules/b': {} }
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  write('node_modules/a/package.json', '{}')
  expect(isComplete(root)).toBe(false)
  write('node_modules/a/node_modules/b/package.json', '{}')
  expect(isComplete(root)).toBe(true)
})
