import type { Sent, Transaction } from './transaction'

const TABLES = new Set(
  'Session SessionHead Run Request Entry CallSet Call Decision Event QueueItem Rule IdempotencyKey'.split(
    ' ',
  ),
)

/** Columns by which processes agree who works on a session, and when; no fact about it. */
const LEASE = new Set(['leaseEpoch', 'leaseHolder', 'leaseUntil', 'version'])
const LEASE_TABLES = new Set(['SessionHead', 'Wake'])

/**
 * True for a transaction that stores a fact about a session. The job engine's tables, heartbeats, and taking,
 * renewing or giving back a lease are none: the row says the same about the session before and after.
 */
export const isSessionFact = ({ writes }: Transaction): boolean => writes.some(isFact)

const isFact = (write: Sent): boolean => write.targets.some(table => TABLES.has(table)) && !isLeaseOnly(write)

const isLeaseOnly = ({ verb, targets, columns }: Sent): boolean =>
  verb === 'update' &&
  targets.every(table => LEASE_TABLES.has(table)) &&
  columns.length > 0 &&
  columns.every(column => LEASE.has(column))
