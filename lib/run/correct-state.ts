import { type Refusal, refuse } from '@/lib/domain/problem'
import { patchedState, type State } from '@/lib/domain/state'
import { stateChanges, stateChangesText } from '@/lib/domain/state-changes'
import { changeState } from './change-state'
import type { Deps } from './deps'
import { masked } from './masked'
import { transact } from './transact'
import { addEntry } from './transcript'
import { writeSession } from './write'

/** A person changes the State, whatever goes on: the next Request tells it, and that they did. */
export async function correctState(
  deps: Deps,
  about: { sessionId: string; patch: State },
): Promise<State | Refusal> {
  const { value: patch } = await masked(deps, { sessionId: about.sessionId }, about.patch)
  return transact<State>(deps, undefined, unit =>
    writeSession<State>(deps, { ...unit, sessionId: about.sessionId }, async write => {
      const { before, made } = await changeState(write, { make: state => patchedState(state, patch, '') })
      if (!made.ok) return refuse('invalid_request', made.errors[0]?.message ?? '', made)
      const changes = stateChanges(before, made.state)
      if (changes.length === 0) return made.state
      const text = `Changed the state: ${stateChangesText(changes)}.`
      const entry = { id: deps.newId(), kind: 'correction' as const, text }
      await addEntry(write, entry, { role: 'user', text: `${TOLD}\n${text}`, aside: true })
      return made.state
    }),
  )
}

const TOLD = 'The person corrected the state of the session. Go by it as it is now.'
