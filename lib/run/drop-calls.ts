import type { Call } from '@/lib/domain/call'
import type { Deps } from './deps'
import { remainder } from './remainder'
import { settle } from './settle'
import type { Write } from './write'

/** Calls that a person asked for end unfinished: the set was stopped, or nothing can be done with it. */
export async function dropCalls(deps: Deps, write: Write, calls: Call[]): Promise<void> {
  for (const call of calls) await settle(deps, write, { call, result: remainder(call, 'it was stopped') })
}
