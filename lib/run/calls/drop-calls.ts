import type { Call } from '@/lib/domain/call/call'
import type { Deps } from '../process/deps'
import type { Write } from '../write/write'
import { settle, settleRemaining } from './settle'

/** Calls that a person asked for end unfinished: the set was stopped, or nothing can be done with it. */
export async function dropCalls(deps: Deps, write: Write, calls: Call[]): Promise<void> {
  for (const call of calls)
    await settle(deps, write, { call, result: settleRemaining(call, 'it was stopped') })
}
