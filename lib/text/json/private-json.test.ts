import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileStamp, readPrivateJson, writePrivateJson } from './private-json'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'countersign-private-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('what is written is for one account alone, and leaves nothing else behind', async () => {
  const file = path.join(folder(), 'keys.json')
  writeFileSync(file, 'old', { mode: 0o644 })
  await writePrivateJson(file, { a: 'b' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readPrivateJson(file)).toEqual({ a: 'b' })
  expect(readdirSync(path.dirname(file))).toEqual(['keys.json'])
})

test('of many who write at once one wins, whole', async () => {
  const file = path.join(folder(), 'keys.json')
  const texts = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(5_000 + at))
  await Promise.all(texts.map(text => writePrivateJson(file, { text })))
  expect(texts.map(text => ({ text }))).toContainEqual(readPrivateJson(file))
  expect(readdirSync(path.dirname(file))).toEqual(['keys.json'])
})

test.each([0o640, 0o604, 0o620, 0o666])('a file of mode %o is not read', mode => {
  const file = path.join(folder(), 'keys.json')
  writeFileSync(file, '{"key":"sk-of-nobody-0123"}')
  chmodSync(file, mode)
  expect(() => readPrivateJson(file)).toThrow('chmod 600')
})

test('what is no JSON is not repeated', () => {
  const file = path.join(folder(), 'keys.json')
  writeFileSync(file, 'sk-of-nobody-0123', { mode: 0o600 })
  expect(() => readPrivateJson(file)).toThrow(/^it is no JSON$/)
})

test('a stamp changes with every writing, also of as many bytes', async () => {
  const file = path.join(folder(), 'keys.json')
  const stamps = [fileStamp(file)]
  for (const text of ['a', 'b', 'c', 'd']) {
    await writePrivateJson(file, { text })
    stamps.push(fileStamp(file))
  }
  expect(stamps[0]).toBeNull()
  expect(new Set(stamps).size).toBe(stamps.length)
})
