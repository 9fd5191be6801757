import type { CallSet } from '@/lib/domain/call/call'
import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { OnceKey } from '@/lib/store/connection/idempotency-key'
import { findSession } from '@/lib/store/session/session'
import { scopeOf } from '../calls/call-scope'
import { type Proposal, propose } from '../calls/propose'
import { storeCalls } from '../calls/store-calls'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'
import { mask } from '../write/mask'
import type { Write } from '../write/write'

/** A Call that a person asks for. `reverts`: the Call that it undoes. */
export type Wish = { tool: string; argumentsText: string; reverts?: string }

export type WishesAbout = {
  sessionId: string
  person: Person
  once?: OnceKey | undefined
  wishes: Wish[]
  /** Which of the wishes are granted, by the rows as they are when this is stored; or why none is. */
  granted: (write: Write) => Promise<Wish[] | Refusal>
}

/**
 * A person asks for Calls: a set of their own, which needs no Run and no Request. The asking approves it, as far
 * as no Rule denies it; the loop then runs it before all else, in whatever process, and it never waits.
 */
export async function addPersonSet(deps: Deps, command: WishesAbout): Promise<CallSet | Refusal> {
  const unfit = deps.whyNotReady()
  if (unfit) return refuse('unavailable', unfit)
  const session = await findSession(deps.db, { id: command.sessionId })
  if (!session) return refuse('not_found', 'There is no such session.')
  const { value: wishes } = await mask(deps, { sessionId: session.id }, command.wishes)
  const calls = wishes.map(({ tool, argumentsText }) => ({ id: deps.newId(), tool, argumentsText }))
  const proposals = await propose(deps, scopeOf(session, 'person'), { calls })
  return storeInput(deps, command, async write => {
    const granted = await command.granted(write)
    if (granted instanceof Refusal) return granted
    const kept = proposals.flatMap((proposal, index): Proposal[] => {
      const wish = command.wishes[index]
      if (!wish || !granted.includes(wish)) return []
      return [{ ...proposal, ...(wish.reverts ? { reverts: wish.reverts } : {}) }]
    })
    return storeCalls(deps, write, { from: { origin: 'person', person: command.person }, proposals: kept })
  })
}
