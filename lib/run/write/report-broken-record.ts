import { inTransaction } from '@/lib/store/connection/database'
import { databaseNow } from '@/lib/store/connection/sql'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import {
  insertRecordFault,
  type RecordFault,
  recordFaultOf,
  removeRecordFault,
} from '@/lib/store/record/record-fault'
import type { Deps } from '../process/deps'
import { addInstallationFact } from './installation-chain'
import { RecordBroken } from './record-broken'

/**
 * Keeps that a chain was found broken, once, and says so in the installation's own chain. Where that one is broken
 * too it is left as it is.
 */
export async function reportBrokenRecord(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'signer' | 'log'>,
  { chain, fault, stops }: RecordBroken,
): Promise<void> {
  const isNew = await keep(deps, { chain, stops, ...fault }).catch(async error => {
    if (!(error instanceof RecordBroken)) throw error
    await reportBrokenRecord(deps, error)
    return insertRecordFault(deps.db, { chain, stops, ...fault })
  })
  if (!isNew) return
  deps.log('error', 'The record is broken', { chain, ...fault })
  if (chain !== INSTALLATION_CHAIN) deps.bus.publish({ kind: 'events', sessionId: chain })
}

function keep(
  deps: Pick<Deps, 'db' | 'clock' | 'signer'>,
  fault: Omit<RecordFault, 'foundAt'>,
): Promise<boolean> {
  const { chain, seq, reason } = fault
  return inTransaction(
    deps.db,
    async tx => {
      const isNew = await insertRecordFault(tx, fault)
      if (!isNew || chain === INSTALLATION_CHAIN) return isNew
      const at = await databaseNow(tx, deps.clock.offsetMs)
      const data = { sessionId: chain, seq, reason }
      await addInstallationFact(deps, { tx, at }, { type: 'record.broken', data })
      return true
    },
    { isRefusal: () => false },
  )
}

/** A chain verifies again, as after a copy of the database was put back: if it was known to be broken that is over. */
export async function reportMendedRecord(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'signer' | 'log'>,
  chain: string,
): Promise<void> {
  if (!(await recordFaultOf(deps.db, chain))) return
  const isOver = await inTransaction(
    deps.db,
    async tx => {
      const wasBroken = await removeRecordFault(tx, chain)
      if (!wasBroken || chain === INSTALLATION_CHAIN) return wasBroken
      const at = await databaseNow(tx, deps.clock.offsetMs)
      await addInstallationFact(deps, { tx, at }, { type: 'record.mended', data: { sessionId: chain } })
      return true
    },
    { isRefusal: () => false },
  ).catch(async error => {
    if (!(error instanceof RecordBroken)) throw error
    await reportBrokenRecord(deps, error)
    return false
  })
  if (!isOver) return
  deps.log('info', 'The record verifies again', { chain })
  if (chain !== INSTALLATION_CHAIN) deps.bus.publish({ kind: 'wake', sessionId: chain })
}
