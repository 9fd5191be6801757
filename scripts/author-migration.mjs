/**
 * Writes prisma/migrations/<time>_<name>/migration.sql: what leads from the migrations to prisma/schema.prisma.
 *   node scripts/author-migration.mjs name-of-the-change
 *   node scripts/author-migration.mjs --check      exit 1 where the two differ
 * Read what it wrote: a renamed column comes out as one dropped and one added.
 */
import fs from 'node:fs'
import path from 'node:path'
import { Fault } from './fault.mjs'
import { main } from './main.mjs'
import { joinPostgres } from './postgres.mjs'
import { prepareTools } from './prepare.mjs'
import { runCommand } from './run-command.mjs'

main(async life => {
  const [name] = process.argv.slice(2)
  if (name !== '--check' && !/^[a-z0-9][a-z0-9_-]*$/.test(name ?? '')) {
    throw new Fault('Say what the migration does: node scripts/author-migration.mjs name-of-the-change')
  }
  const settings = await prepareTools(life)
  const database = await joinPostgres({ ...settings, ...life })
  try {
    const sql = await missingSql({ ...settings, ...life, url: database.url })
    if (name === '--check') return sql === '' ? 0 : refuse(sql)
    life.say(
      sql === '' ? 'the migrations are those of the schema' : `wrote ${write({ ...settings, name, sql })}`,
    )
    return 0
  } finally {
    await database.leave()
  }
})

function refuse(sql) {
  console.error(sql)
  throw new Fault(
    'prisma/schema.prisma says more than the migrations: run node scripts/author-migration.mjs <name>.',
  )
}

async function missingSql({ root, dataDir, signal, url }) {
  const from = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma', '--script']
  const out = path.join(dataDir, 'logs', 'migration.sql')
  const logFile = path.join(dataDir, 'logs', 'migration.log')
  fs.mkdirSync(path.dirname(out), { recursive: true })
  fs.rmSync(out, { force: true })
  const { code, output } = await runCommand({
    program: process.execPath,
    args: ['node_modules/prisma/build/index.js', 'migrate', 'diff', ...from, '--output', out],
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: url.replace(/[^/]+$/, 'postgres'),
      PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'scripts/schema-engine.mjs'),
      CHECKPOINT_DISABLE: '1',
    },
    logFile,
    signal,
  })
  if (code !== 0) throw new Fault(`prisma migrate diff failed: see ${logFile}.\n${output.trim()}`)
  const sql = fs.existsSync(out) ? fs.readFileSync(out, 'utf8').trim() : ''
  return /^(--[^\n]*\s*)*$/.test(sql) ? '' : sql
}

function write({ root, name, sql }) {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = path.join(root, 'prisma/migrations', `${time}_${name}`)
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'migration.sql')
  fs.writeFileSync(file, `${sql}\n`)
  return path.relative(root, file)
}
