import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { diskFault, Fault, printFailure } from './fault.mjs'

test('a full disk is a fault that names where, whoever tells of it; any other failure is none', () => {
  const full = [
    { code: 'ENOSPC', message: 'no space left', path: '/data/postgres' },
    { code: 'EDQUOT', message: 'write' },
    'initdb: error: could not write to file "pg_wal": No space left on device',
  ]
  for (const failure of full)
    expect(diskFault(failure, '/data/postgres')?.message).toContain('/data/postgres is full')
  for (const failure of [new Error('EACCES'), { code: 'EACCES' }, 'permission denied'])
    expect(diskFault(failure)).toBeUndefined()
})

test('a full disk and a Fault are printed in one line, what nobody foresaw with its stack', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const bug = new Error('A bug')
  let full
  try {
    fs.writeFileSync('/dev/full', 'x')
  } catch (error) {
    full = error
  }
  for (const error of [bug, full, new Fault('Two\n  lines')]) printFailure(error)
  expect(printed.mock.calls).toEqual([[bug], [expect.stringMatching(/^The disk.*$/)], ['Two lines']])
  printed.mockRestore()
})
