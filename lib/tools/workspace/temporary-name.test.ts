import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { isLeftover, isTemporaryName, temporaryName } from './temporary-name'

const deadPid = () => spawnSync(process.execPath, ['--eval', '']).pid

describe('the name of a temporary file', () => {
  test('is recognised, is never the same twice and does not stand out in a listing', () => {
    const [a, b] = [temporaryName(), temporaryName()]
    expect([isTemporaryName(a), isTemporaryName(b), a === b, a.startsWith('.')]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  test('is no leftover while its process lives', () => {
    expect(isLeftover(temporaryName())).toBe(false)
    expect(isLeftover(`.countersign-${process.ppid}-abc-1.tmp`)).toBe(false)
  })

  test('is a leftover when its process is gone, also where another one has its id now', () => {
    expect(isLeftover(`.countersign-${deadPid()}-abc-1.tmp`)).toBe(true)
    expect(isLeftover(`.countersign-${process.pid}-abc-1.tmp`)).toBe(true)
  })

  test.each([
    'notes.md',
    '.countersign',
    '.countersign-1-a-1.tmp.md',
    'x.countersign-1-a-1.tmp',
    '.countersign-x-a-1.tmp',
  ])('%s is an ordinary name', name => {
    expect([isTemporaryName(name), isLeftover(name)]).toEqual([false, false])
  })
})
