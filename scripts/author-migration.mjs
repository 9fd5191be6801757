/**
 * Writes prisma/migrations/<time>_<name>/migration.sql: what leads from the migrations to prisma/schema.prisma.
 *   node scripts/author-migration.mjs name-of-the-change
 *   node scripts/author-migration.mjs --check      exit 1 where the two differ
 * Read what it wrote: a renamed column comes out as one dropped and one added.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { prepareTools } from './launch/prepare.mjs'
import { joinTestPostgres, scratchName } from './postgres/test-postgres.mjs'
import { Fault } from './process/fault.mjs'
import { main } from './process/main.mjs'

main(async life => {
  const [name] = process.argv.slice(2)
  if (name !== '--check' && !/^[a-z0-9][a-z0-9_-]*$/.test(name ?? '')) {
    throw new Fault('Say what the migration does: node scripts/author-migration.mjs name-of-the-change')
  }
  const { root } = await prepareTools(life)
  const postgres = await joinTestPostgres({ root })
  try {
    const sql = await missingSql(root, new URL(`/${scratchName('test', 'author')}`, postgres.adminUrl))
    if (name === '--check') return sql === '' ? 0 : refuse(sql)
    life.say(sql === '' ? 'the migrations are those of the schema' : `wrote ${write({ root, name, sql })}`)
    return 0
  } finally {
    await postgres.leave()
  }
})

function refuse(sql) {
  console.error(sql)
  throw new Fault(
    'prisma/schema.prisma says more than the migrations: run node scripts/author-migration.mjs <name>.',
  )
}

/** What a database lacks to which all migrations were applied. The next who joins the tests' Postgres drops it. */
async function missingSql(root, url) {
  const { migrate } = await import('./postgres/migrate.mjs')
  await migrate({ url: url.href, root })
  const files = [schemaIn(root)]
  const { stdout } = await (await openEngine(root, url)).diff({
    from: { tag: 'schemaDatasource', files, configDir: path.join(root, 'prisma') },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return /^(--[^\n]*\s*)*$/.test(stdout) ? '' : stdout.trim()
}

function schemaIn(root) {
  const file = path.join(root, 'prisma/schema.prisma')
  return { path: file, content: fs.readFileSync(file, 'utf8') }
}

/** Prisma's schema engine as WebAssembly: the native one would have to be downloaded. */
async function openEngine(root, url) {
  const require = createRequire(path.join(root, 'package.json'))
  const { PrismaPg } = await import('@prisma/adapter-pg')
  const engineModule = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const adapterUtils = createRequire(require.resolve('@prisma/adapter-pg'))('@prisma/driver-adapter-utils')
  const entry = require.resolve('@prisma/schema-engine-wasm')
  const wasm = fs.readFileSync(entry.replace(/schema_engine\.js$/, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': engineModule })
  engineModule.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  class Adapter extends PrismaPg {
    connect = async () => withCatalogChars(await super.connect(), adapterUtils.ColumnTypeEnum.Character)
  }
  const factory = adapterUtils.bindMigrationAwareSqlAdapterFactory(
    new Adapter({ connectionString: url.href }),
  )
  return engineModule.SchemaEngine.new({ datamodels: undefined }, () => {}, factory)
}

/** The adapter refuses the catalog's internal type "char" (18), which the engine asks for; text (25) serves. */
function withCatalogChars(adapter, character) {
  const performIO = adapter.performIO.bind(adapter)
  const queryRaw = adapter.queryRaw.bind(adapter)
  let chars = []
  adapter.performIO = async query => {
    const result = await performIO(query)
    chars = result.fields.map(field => field.dataTypeID === 18)
    for (const field of result.fields) if (field.dataTypeID === 18) field.dataTypeID = 25
    return result
  }
  adapter.queryRaw = async query => {
    const result = await queryRaw(query)
    chars.forEach((isChar, at) => {
      if (isChar) result.columnTypes[at] = character
    })
    return result
  }
  return adapter
}

function write({ root, name, sql }) {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = path.join(root, 'prisma/migrations', `${time}_${name}`)
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'migration.sql')
  fs.writeFileSync(file, `${sql}\n`)
  return path.relative(root, file)
}
