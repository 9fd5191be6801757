import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'
import { migrationFaults } from './landed-migrations.mjs'

let root
const write = (name, sql) => {
  fs.mkdirSync(path.join(root, 'prisma/migrations', name), { recursive: true })
  fs.writeFileSync(path.join(root, 'prisma/migrations', name, 'migration.sql'), sql)
}
/** Does what the check says. */
const land = () => {
  const lines = migrationFaults(root).flatMap(fault => fault.split('\n').slice(1))
  fs.appendFileSync(path.join(root, 'prisma/migrations.sha256'), `${lines.join('\n')}\n`)
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-landed-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  write('1_first', 'CREATE TABLE first (id int);\n')
  land()
})

test('the migrations of this program are as they landed', () => {
  expect(migrationFaults(ROOT)).toEqual([])
})

describe('a migration', () => {
  test('that is new is to be named, by the line that is told', () => {
    write('2_second', 'SELECT 1;\n')
    expect(migrationFaults(root)).toEqual([
      expect.stringMatching(
        /^2_second is new: add this line to prisma\/migrations\.sha256\n[0-9a-f]{64} {2}2_second$/,
      ),
    ])
    land()
    expect(migrationFaults(root)).toEqual([])
  })

  test('that has landed is neither edited nor taken away', () => {
    write('1_first', 'CREATE TABLE first (id bigint);\n')
    expect(migrationFaults(root)).toEqual([expect.stringMatching(/^1_first was edited after it had landed/)])
    fs.rmSync(path.join(root, 'prisma/migrations/1_first'), { recursive: true })
    expect(migrationFaults(root)).toEqual([expect.stringMatching(/names 1_first, which is gone/)])
  })

  test.each(['CREATE INDEX CONCURRENTLY a ON b(c);', 'BEGIN;\nSELECT 1;\nCOMMIT;', 'VACUUM first;'])(
    'cannot leave the transaction of its start: %s',
    sql => {
      write('2_second', sql)
      land()
      expect(migrationFaults(root)).toEqual([expect.stringContaining('cannot be part of one transaction')])
    },
  )
})
