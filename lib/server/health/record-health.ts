import type { Health } from '@/lib/domain/contract/health'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { lastRecordCheck, type RecordFault, recordFaults } from '@/lib/store/record/record-fault'
import { isRecordProtected } from '@/lib/store/record/record-protection'
import type { Process } from '../start-process'

/** Broken records that are told one by one. */
const FAULTS = 20

/** What is known of the record, without looking at it anew; `problems` and `warnings` in words. */
export async function recordHealth({
  deps: { db },
  headsFile,
}: Pick<Process, 'deps' | 'headsFile'>): Promise<{
  health: Health['record']
  problems: string[]
  warnings: string[]
}> {
  const [faults, last, isProtected] = await Promise.all([
    recordFaults(db, FAULTS),
    lastRecordCheck(db),
    isRecordProtected(db),
  ])
  const found = faults.map(inWords)
  if (found.length === 0 && last?.ok === false) {
    found.push(`The record was not whole when it was verified last, at ${last.at}: verify it again.`)
  }
  const broken = faults.map(({ chain, seq, reason }) => ({ sessionId: chain, seq, reason }))
  const fault = headsFile?.fault()
  const health = {
    ...{ ok: found.length === 0, checkedAt: last?.at, protected: isProtected, broken },
    headsFile: headsFile && { ok: !fault, path: headsFile.path },
  }
  const unwritten = `The signed head of the record cannot be written to ${headsFile?.path} (${fault}): make room or make it writable. Nothing waits for it.`
  const warnings = health.protected ? [] : [UNPROTECTED]
  return { health, problems: fault ? [...found, unwritten] : found, warnings }
}

const UNPROTECTED =
  'The record is not protected from the database role that this server works as: it owns the tables, or may change or remove what was recorded. Let another role own them (DATABASE_OWNER_URL), and start again.'

function inWords({ chain, seq, reason, stops }: RecordFault): string {
  const subject = chain === INSTALLATION_CHAIN ? 'this installation' : `session ${chain}`
  const stopped = stops ? ' Nothing is added to it any more.' : ''
  return `The record of ${subject} is broken at event ${seq}. ${reason}${stopped}`
}
