import type { Call } from '@/lib/domain/call'
import { saveCall } from '@/lib/store/call'
import type { Write } from './write'

/** Stores a Call as it has become. What is told of it is said by whoever changes it. */
export async function changeCall(write: Write, after: Call): Promise<void> {
  await saveCall(write.tx, after)
  write.work.saved(after)
}
