import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/**
 * A migration that has landed is never edited: databases have it already, as it was. Their checksums stand in
 * prisma/migrations.sha256, one line each, as `sha256sum` prints them. A new one is a new line.
 *
 * @param {string} root
 * @returns {string[]} what is wrong, and what to do about it
 */
export function migrationFaults(root) {
  const folder = path.join(root, 'prisma/migrations')
  if (!fs.existsSync(folder)) return []
  const landed = landedIn(path.join(root, LIST))
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  const found = new Map(names.map(({ name }) => [name, readMigration(folder, name)]))
  const missing = [...landed.keys()].filter(name => !found.has(name))
  return [
    ...missing.map(name => `${LIST} names ${name}, which is gone: databases have it, so put it back`),
    ...[...found].flatMap(([name, migration]) => faultsOf({ name, ...migration, landed: landed.get(name) })),
  ]
}

const LIST = 'prisma/migrations.sha256'

/** All migrations of a start are one transaction: none may end it, or hold what refuses to run in one. */
const OUTSIDE =
  /^\s*(BEGIN\s*;|START\s+TRANSACTION|COMMIT|ROLLBACK|VACUUM|REINDEX\s+(DATABASE|SYSTEM)|CREATE\s+(DATABASE|TABLESPACE)|ALTER\s+SYSTEM)|\bCONCURRENTLY\b/im

function landedIn(file) {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return new Map(lines.filter(Boolean).map(line => line.split(/\s+/).toReversed()))
}

function readMigration(folder, name) {
  const sql = fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
  return { sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

function faultsOf({ name, sql, checksum, landed }) {
  const outside = OUTSIDE.exec(sql.replace(/--.*$/gm, ''))
  return [
    ...(landed === undefined ? [`${name} is new: add this line to ${LIST}\n${checksum}  ${name}`] : []),
    ...(landed !== undefined && landed !== checksum
      ? [`${name} was edited after it had landed: put it back as it was, and write a new migration instead`]
      : []),
    ...(outside
      ? [`${name} says ${outside[0].trim()}, which cannot be part of one transaction: find another way`]
      : []),
  ]
}
