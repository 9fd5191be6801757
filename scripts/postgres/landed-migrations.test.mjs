import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'
import { migrationFaults } from './landed-migrations.mjs'

test('the migrations of this program are as they landed', () => {
  expect(migrationFaults(ROOT)).toEqual([])
})

test('a new migration is to be named, one that has landed is neither edited nor taken away, and all fit one transaction', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-landed-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const write = (name, sql) => {
    fs.mkdirSync(path.join(root, 'prisma/migrations', name), { recursive: true })
    fs.writeFileSync(path.join(root, 'prisma/migrations', name, 'migration.sql'), sql)
  }
  /** Does what the check says. */
  const land = () => {
    const lines = migrationFaults(root).flatMap(fault => fault.split('\n').slice(1))
    fs.appendFileSync(path.join(root, 'prisma/migrations.sha256'), `${lines.join('\n')}\n`)
  }
  write('1_first', 'CREATE TABLE first (id int);\n')
  expect(migrationFaults(root)).toEqual([
    expect.stringMatching(/^1_first is new:.*\n[0-9a-f]{64} {2}1_first$/),
  ])
  land()
  expect(migrationFaults(root)).toEqual([])
  write('1_first', 'CREATE TABLE first (id bigint);\n')
  expect(migrationFaults(root)).toEqual([expect.stringContaining('1_first was edited')])
  fs.rmSync(path.join(root, 'prisma/migrations/1_first'), { recursive: true })
  expect(migrationFaults(root)).toEqual([expect.stringContaining('1_first, which is gone')])
  write('1_first', 'CREATE TABLE first (id int);\n')
  for (const sql of ['CREATE INDEX CONCURRENTLY a ON b(c);', 'BEGIN;\nSELECT 1;\nCOMMIT;', 'VACUUM first;']) {
    write('2_second', sql)
    expect(migrationFaults(root)).toContainEqual(expect.stringContaining('one transaction'))
  }
})
