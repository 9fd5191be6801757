import { Prisma } from './generated/client'

/** Prisma's codes for a connection that cannot be made, was lost, or did not come free in time. */
const PRISMA_CODES = ['P1000', 'P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028']
/** Postgres: connection exceptions, shutting down, starting up, too many connections; and the socket's own. */
const OTHER_CODES = /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/
const MESSAGES =
  /connection terminated|connection (ended|closed)|server closed the connection|can't reach database|timeout exceeded when trying to connect|client (was closed|has encountered a connection error) and is not queryable/i

/** True for an error that says: the database cannot be reached now. Not for one that says: this is wrong. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_CODES.includes(error.code)) return true
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  const code = 'code' in error ? String(error.code) : ''
  if (OTHER_CODES.test(code) || MESSAGES.test(error.message)) return true
  return error.cause !== undefined && isUnreachable(error.cause)
}
