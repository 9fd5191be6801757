import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isComplete } from './install.mjs'
import { hashOf } from './stamp.mjs'

let root
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-stamp-'))
  write('app/page.tsx', 'page')
  write('app/deep/page.test.tsx', 'test')
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  fs.writeFileSync(path.join(root, name), text)
}

const hash = () => hashOf(root, ['app', 'next.config.ts'], name => name.includes('.test.'))

test.each([
  ['a changed file', () => write('app/page.tsx', 'changed')],
  ['a new file', () => write('app/deep/more.tsx', '')],
  ['a removed file', () => fs.rmSync(path.join(root, 'app/page.tsx'))],
  ['a renamed file', () => fs.renameSync(path.join(root, 'app/page.tsx'), path.join(root, 'app/other.tsx'))],
  ['a file that was missing', () => write('next.config.ts', '')],
])('%s changes the hash', (_, change) => {
  const before = hash()
  change()
  expect(hash()).not.toBe(before)
})

test('what is left out does not', () => {
  const before = hash()
  write('app/deep/page.test.tsx', 'changed')
  expect(hash()).toBe(before)
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
