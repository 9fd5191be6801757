import type { Refusal } from '@/lib/domain/contract/problem'
import { NotReadable } from '@/lib/store/connection/stored'
import type { Deps } from '../process/deps'
import { RecordBroken } from './record-broken'
import { reportBrokenRecord } from './report-broken-record'

/** What cannot be read is tried again and again, and said once. */
const logged = new Set<string>()

/** What a commit failed with, if that is to be answered; a broken record is reported. Anything else is thrown on. */
export async function commitRefusal(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'signer' | 'log'>,
  reason: unknown,
): Promise<Refusal> {
  if (reason instanceof NotReadable) {
    if (!logged.has(reason.what)) deps.log('warn', reason.message)
    logged.add(reason.what)
    return reason.toRefusal()
  }
  if (!(reason instanceof RecordBroken)) throw reason
  await reportBrokenRecord(deps, reason)
  return reason.toRefusal()
}
