import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { diskFault, Fault, printFailure } from './fault.mjs'

const LINE = 'The disk of /data/postgres is full: free some space there and start again.'

test.each([
  [
    'our own file',
    Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', path: '/data/postgres' }),
  ],
  ['a quota', Object.assign(new Error('write'), { code: 'EDQUOT', path: '/data/postgres' })],
  ['what initdb printed', 'initdb: error: could not write to file "pg_wal": No space left on device'],
])('a full disk is said in one line: %s', (_, failure) => {
  expect(diskFault(failure, '/data/postgres').message).toBe(LINE)
})

test('any other failure is none of the disk', () => {
  for (const failure of [new Error('EACCES'), { code: 'EACCES' }, 'permission denied'])
    expect(diskFault(failure)).toBeUndefined()
})

test('what nobody foresaw is printed with its stack, a full disk and a Fault in one line', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const bug = new Error('A bug')
  let full
  try {
    fs.writeFileSync('/dev/full', 'x')
  } catch (error) {
    full = error
  }
  for (const error of [bug, full, new Fault('Two\n  lines')]) printFailure(error)
  expect(printed.mock.calls).toEqual([
    [bug],
    [expect.stringMatching(/^The disk.* is full: free some space there and start again\.$/)],
    ['Two lines'],
  ])
  printed.mockRestore()
})
