import type { Call } from '@/lib/domain/call'
import { saveCall } from '@/lib/store/call'
import type { Write } from './write'

/** Stores a Call as it has become. What is told of it is said by whoever changes it. */
export async function changeCall(write: Write, change: { before: Call; after: Call }): Promise<void> {
  await saveCall(write.tx, change)
  write.work.saved(change.after)
}
