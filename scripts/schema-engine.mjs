#!/usr/bin/env node
/**
 * Stands in for Prisma's native schema engine, for development on machines that cannot download it: the same
 * JSON-RPC over standard input and output, by the official WebAssembly build and the pg adapter. POSIX only.
 *   DATABASE_URL=… PRISMA_SCHEMA_ENGINE_BINARY=scripts/schema-engine.mjs npx prisma migrate dev
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { PrismaPg } from '@prisma/adapter-pg'
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

const require = createRequire(import.meta.url)
const adapterUtils = createRequire(require.resolve('@prisma/adapter-pg'))('@prisma/driver-adapter-utils')

const argv = process.argv.slice(2)
const valuesOf = name => argv.flatMap((word, at) => (word === name ? [argv[at + 1]] : []))
const url = JSON.parse(valuesOf('--datasource')[0] ?? '{}').url ?? process.env.DATABASE_URL

/** `can-connect-to-database` and `create-database`. The CLI skips the first line of the log and reads the rest. */
async function runCli(command) {
  const { host, port, user, password, ssl, database } = new pg.Client({ connectionString: url })
  const isCreation = command === 'create-database'
  const target = isCreation ? 'postgres' : database
  const client = new pg.Client({ host, port, user, password, ssl, database: target })
  log('INFO', { message: command })
  try {
    await client.connect()
    if (isCreation) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`)
  } catch (error) {
    const [code, message] = CLI_ERRORS[error.code]?.({ host, database }) ?? ['P1000', error.message]
    log('ERROR', { message, error_code: code })
    process.exitCode = 1
  } finally {
    await client.end()
  }
}

const CLI_ERRORS = {
  '3D000': ({ database }) => ['P1003', `Database \`${database}\` does not exist`],
  ECONNREFUSED: ({ host }) => ['P1001', `Can't reach database server at \`${host}\``],
}

function log(level, fields) {
  const line = { timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/** One request a line, answered in order. */
function answerRequests() {
  const engine = startEngine()
  engine.catch(() => {}) // each request is answered with it
  let last = Promise.resolve()
  const lines = createInterface({ input: process.stdin })
  lines.on('line', line => {
    last = last.then(() => answer(line, engine))
  })
  lines.on('close', () => last.finally(() => process.exit()))
}

const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

async function answer(line, starting) {
  const { id, method, params } = JSON.parse(line)
  if (!method) return // the CLI's reply to something we printed
  try {
    const { engine } = await starting
    const name = method === 'getDatabaseVersion' ? 'version' : method
    if (typeof engine[name] !== 'function') {
      send({ id, error: { code: -32601, message: `Method not found: ${method}` } })
      return
    }
    const result = await engine[name](params)
    if (name === 'diff' && result?.stdout) {
      send({ id: `print-${id}`, method: 'print', params: { content: result.stdout } })
    }
    send({ id, result: result ?? null })
  } catch (error) {
    const data = readableError(error, (await starting.catch(() => ({}))).factory)
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
  }
}

async function startEngine() {
  const entry = require.resolve('@prisma/schema-engine-wasm')
  const wasm = readFileSync(entry.replace(/schema_engine\.js$/, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': engineModule })
  engineModule.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  const factory = adapterUtils.bindMigrationAwareSqlAdapterFactory(new Adapter(poolConfig()))
  const schemas = valuesOf('--datamodels').map(file => [file, readFileSync(file, 'utf8')])
  const options = { datamodels: schemas.length > 0 ? schemas : undefined }
  return { factory, engine: await engineModule.SchemaEngine.new(options, () => {}, factory) }
}

/**
 * Never a connection string: pg lets it win over `database`, and then the adapter's shadow database would be the
 * main one, which the engine empties.
 */
function poolConfig() {
  const connectionString = url ?? 'postgresql://nobody@127.0.0.1:1/none'
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString })
  return { host, port, user, password, database, ssl, max: 4 }
}

class Adapter extends PrismaPg {
  async connect() {
    return withWholeScripts(withCatalogChars(await super.connect()))
  }
  async connectToShadowDb() {
    return withWholeScripts(withCatalogChars(await super.connectToShadowDb()))
  }
}

/** The adapter refuses the catalog's internal type "char" (18), which the engine asks for; text (25) serves. */
function withCatalogChars(adapter) {
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
      if (isChar) result.columnTypes[at] = adapterUtils.ColumnTypeEnum.Character
    })
    return result
  }
  return adapter
}

/** The adapter takes a script apart at every semicolon, also within the body of a function; Postgres knows better. */
function withWholeScripts(adapter) {
  adapter.executeScript = async script => {
    await adapter.client.query(script).catch(error => adapter.onError(error))
  }
  return adapter
}

/** An error from within the adapter stays in its registry; the engine's carries its number only. */
function readableError(error, factory) {
  let message = String(error?.message ?? error)
  let code = error?.code
  try {
    const parsed = JSON.parse(message)
    message = parsed.message ?? message
    code = parsed.error_code ?? parsed.code ?? code
  } catch {
    // it was no JSON, so it is the message itself
  }
  const number = /ExternalError\((\d+)\)|external error \(id (\d+)\)/i.exec(message)
  const inner = number && factory?.errorRegistry?.consumeError(Number(number[1] ?? number[2]))
  if (inner) message = inner.error?.message ?? String(inner.error)
  return { is_panic: false, message, error_code: code, meta: {} }
}

if (argv.includes('--version') || argv[0] === '-V') console.log('schema-engine-cli wasm')
else if (argv.includes('cli')) await runCli(argv[argv.indexOf('cli') + 1])
else answerRequests()
