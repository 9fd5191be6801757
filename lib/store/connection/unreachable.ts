import { Prisma } from '../generated/client'

/** Why the database cannot do its work now, though nothing is wrong with what it was asked. */
export type Unavailability = 'unreachable' | 'disk_full'

/** Prisma's codes for a connection that cannot be made, was lost, or did not come free in time. */
const PRISMA_CODES = ['P1000', 'P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028']
/** Postgres: connection exceptions, a transaction that slept, shutting down, starting up, too many connections; and the socket's own. */
const LOST_CODES =
  /^(08...|25P03|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/
const LOST_MESSAGES =
  /query read timeout|connection terminated|connection (ended|closed)|server closed the connection|can't reach database|timeout exceeded when trying to connect|client (was closed|has encountered a connection error) and is not queryable/i
/** Postgres that cannot extend a file, and our own files. */
const FULL_CODES = /^(53100|ENOSPC|EDQUOT)$/

/** The one place that decides whether an error says so; null for one that says: this is wrong. */
export function unavailability(error: unknown): Unavailability | null {
  const parts = error instanceof Error ? partsOf(error) : []
  if (parts.some(part => codesOf(part).some(code => FULL_CODES.test(code)))) return 'disk_full'
  return parts.some(isLost) ? 'unreachable' : null
}

export const isUnreachable = (error: unknown): boolean => unavailability(error) !== null

function isLost(part: object): boolean {
  if (part instanceof Prisma.PrismaClientInitializationError) return true
  const [code = ''] = codesOf(part)
  if (part instanceof Prisma.PrismaClientKnownRequestError && PRISMA_CODES.includes(code)) return true
  if (codesOf(part).some(each => LOST_CODES.test(each))) return true
  return part instanceof Error && LOST_MESSAGES.test(part.message)
}

/** Whether an error has one of these codes, whoever tells of it. */
export const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  isPart(error) && partsOf(error).some(part => codesOf(part).some(code => codes.includes(code)))

/** Of an error of ours or the driver's `code`; what Prisma says of the driver's has the code under another name too. */
const codesOf = (part: object): string[] =>
  ['code', 'originalCode'].flatMap(name => {
    const code: unknown = Reflect.get(part, name)
    return typeof code === 'string' ? [code] : []
  })

/** Where an error keeps the one that it was made of: Prisma does so in several ways, each a level deeper. */
const INNER = ['cause', 'meta', 'driverAdapterError']
const DEEPEST = 6

function partsOf(part: object, depth = 0): object[] {
  if (depth > DEEPEST) return []
  const inner = INNER.map(name => Reflect.get(part, name)).filter(isPart)
  return [part, ...inner.flatMap(each => partsOf(each, depth + 1))]
}

const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null
