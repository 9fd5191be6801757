import type { Call } from '@/lib/domain/call/call'
import { saveCall } from '@/lib/store/call/call'
import type { Write } from './write'

/** Stores a Call as it has become. What is told of it is said by whoever changes it. */
export function changeCall(write: Write, change: { before: Call; after: Call }): void {
  saveCall(write.rows, change)
  write.work.changeCall(change.after)
}
