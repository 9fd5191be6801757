import { Fault } from '../process/fault.mjs'

/**
 * What a failed connection means to the person, or undefined where it says nothing of the kind. Passwords are
 * never part of it.
 *
 * @param {{ code?: string, message: string }} error
 * @param {{ host: string, port: number, user?: string, database?: string }} target
 * @param {string} variable which of the settings names that target
 */
export function databaseFault(error, { host, port, user, database }, variable = 'DATABASE_URL') {
  const where = host.startsWith('/') ? `in ${host}` : `at ${host}:${port}`
  if (UNREACHABLE.has(error.code) || /timeout expired|Connection terminated/.test(error.message)) {
    const why = error.code ?? error.message
    return new Fault(
      `The database ${where} cannot be reached (${why}): start it, or correct ${variable}, or leave it out for the embedded Postgres.`,
    )
  }
  switch (error.code) {
    case '28P01':
    case '28000':
      return new Fault(`The database ${where} refused user ${user} (${error.message}): correct ${variable}.`)
    case '3D000':
    case '42501':
      return new Fault(
        `There is no database "${database}" ${where} that ${user} may use (${error.message}): create it (createdb ${database}), or correct ${variable}.`,
      )
    case '53300':
      return new Fault(
        `The database ${where} has no connection left (${error.message}): raise max_connections there.`,
      )
    case '53100':
      return new Fault(`The disk of the database ${where} is full: free some space there and start again.`)
    case '57P01':
    case '57P02':
    case '57P03':
      return new Fault(
        `The database ${where} is being restarted or stopped (${error.message}): start again once it is up.`,
      )
    case '55P03':
      return new Fault(
        `The database ${where} was locked for a minute: another process migrates it or holds its tables; wait for it and start again.`,
      )
    default:
  }
  const isRefusal =
    error.severity === 'FATAL' || /SSL|certificate|SASL|password must be a string/i.test(error.message)
  return isRefusal
    ? new Fault(`The database ${where} cannot be used (${error.message}): correct ${variable}.`)
    : undefined
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
])

/** @param {number} version server_version_num */
export function checkServerVersion(version) {
  if (version >= 150_000) return
  const major = Math.floor(version / 10_000)
  const text = major >= 10 ? major : `${major}.${Math.floor(version / 100) % 100}` // as versions were counted then
  throw new Fault(
    `The database is Postgres ${text}, and Countersign needs 15 or newer: upgrade it, or leave DATABASE_URL out for the embedded Postgres.`,
  )
}
