import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Fault } from '../process/fault.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * What the environment says, checked before anything expensive happens. Paths are absolute; relative ones count
 * from the project root. What is undefined is generated or brought later.
 *
 * @param {Record<string, string | undefined>} env
 */
export function readSettings(env, root = ROOT) {
  const given = name => env[name]?.trim() || undefined
  const dataDir = path.resolve(root, given('COUNTERSIGN_DATA_DIR') ?? '.countersign')
  const settings = {
    root,
    dataDir,
    workspace: path.resolve(root, given('COUNTERSIGN_WORKSPACE') ?? path.join(dataDir, 'workspace')),
    databaseUrl: given('DATABASE_URL'),
    databaseOwnerUrl: given('DATABASE_OWNER_URL'),
    origin: given('COUNTERSIGN_ORIGIN'),
    token: given('COUNTERSIGN_TOKEN'),
    auditKey: given('COUNTERSIGN_AUDIT_KEY'),
    host: (given('HOST') ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1'),
    port: readPort(given('PORT') ?? '3000'),
    role: given('COUNTERSIGN_ROLE') ?? 'all',
  }
  for (const check of [
    checkDatabaseUrl,
    checkToken,
    checkAuditKey,
    checkHost,
    checkOrigin,
    checkRole,
    checkWorkspace,
  ])
    check(settings)
  checkModel(given('COUNTERSIGN_MODEL'))
  checkCollector(given('OTEL_EXPORTER_OTLP_ENDPOINT'))
  return settings
}

function readPort(text) {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port
  throw new Fault(`PORT is "${text}": give a whole number from 1 to 65535, or leave it out for 3000.`)
}

function checkDatabaseUrl({ databaseUrl, databaseOwnerUrl }) {
  if (!isPostgresUrl(databaseUrl)) {
    throw new Fault(
      'DATABASE_URL is no Postgres address: give postgresql://user:password@host:5432/name, or leave it out for the embedded Postgres.',
    )
  }
  if (!isPostgresUrl(databaseOwnerUrl)) {
    throw new Fault(
      'DATABASE_OWNER_URL is no Postgres address: give postgresql://owner:password@host:5432/name, or leave it out where DATABASE_URL is to own the tables.',
    )
  }
  if (databaseOwnerUrl === undefined || databaseUrl !== undefined) return
  throw new Fault(
    'DATABASE_OWNER_URL is set and DATABASE_URL is not: set that too, to the address that servers work by, or leave both out for the embedded Postgres.',
  )
}

const isPostgresUrl = text => text === undefined || /^postgres(ql)?:\/\//.test(text)

function checkToken({ token }) {
  if (token === undefined) return
  if (token.length < 32) {
    throw new Fault(
      `COUNTERSIGN_TOKEN has ${token.length} characters: give at least 32, or leave it out to have one generated.`,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new Fault('COUNTERSIGN_TOKEN may hold visible ASCII characters only, without spaces.')
  }
}

function checkAuditKey({ auditKey }) {
  if (auditKey === undefined || isAuditKey(auditKey)) return
  throw new Fault(
    'COUNTERSIGN_AUDIT_KEY must be 64 hexadecimal digits: give such a key (openssl rand -hex 32), or leave it out to have one generated.',
  )
}

export const isAuditKey = text => /^[0-9a-f]{64}$/i.test(text)

function checkHost({ host, token }) {
  if (!/^[A-Za-z0-9.:_%-]+$/.test(host)) {
    throw new Fault(`HOST is "${host}": give a host name or an address without port, or leave it out.`)
  }
  if (isLoopback(host) || token !== undefined) return
  throw new Fault(
    `HOST ${host} can be reached from other machines: set COUNTERSIGN_TOKEN (at least 32 characters) yourself to allow that, or leave HOST out for 127.0.0.1.`,
  )
}

function checkOrigin({ origin }) {
  if (origin === undefined) return
  if (/^https?:\/\/[^/?#@\s]+\/?$/i.test(origin) && URL.canParse(origin)) return
  throw new Fault(
    `COUNTERSIGN_ORIGIN is "${origin}": give the address that people use, without a path, such as https://desk.example, or leave it out for http://HOST:PORT.`,
  )
}

export const isLoopback = host => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

function checkRole({ role }) {
  if (['all', 'web', 'worker'].includes(role)) return
  throw new Fault(`COUNTERSIGN_ROLE is "${role}": give all, web or worker, or leave it out for all.`)
}

/** What lies in the data directory itself no tool may touch. */
function checkWorkspace({ dataDir, workspace }) {
  const place = path.relative(dataDir, workspace)
  if (place !== '' && !/^(postgres|skills|logs)([\\/]|$)/.test(place)) return
  throw new Fault(
    `COUNTERSIGN_WORKSPACE is ${workspace}, where Countersign keeps its own files: give a folder of its own, or leave it out for workspace/ in the data directory.`,
  )
}

function checkModel(model) {
  const [, provider] = /^([^:]+):\S+$/.exec(model ?? '') ?? []
  if (model === undefined || PROVIDERS.includes(provider)) return
  throw new Fault(
    `COUNTERSIGN_MODEL is "${model}": give provider:model, with one of ${PROVIDERS.join(', ')} as provider, or leave it out for the first one with a key.`,
  )
}

function checkCollector(address) {
  if (address === undefined || (/^https?:\/\//i.test(address) && URL.canParse(address))) return
  throw new Fault(
    'OTEL_EXPORTER_OTLP_ENDPOINT is no http address: give that of a collector, such as http://127.0.0.1:4318, or leave it out.',
  )
}

const PROVIDERS = ['openai', 'openai-chat', 'anthropic', 'google', 'compatible', 'scripted']
