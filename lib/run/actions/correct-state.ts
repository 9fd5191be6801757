import { noteMessage } from '@/lib/context/mind-notes'
import { type Refusal, refuse, refuseFields } from '@/lib/domain/contract/problem'
import { patchedState, type State } from '@/lib/domain/session/state'
import { stateChanges, stateCorrection } from '@/lib/domain/session/state-changes'
import { keepState } from '@/lib/run/write/changes'
import { stateOf } from '@/lib/store/memory/state'
import { phrase } from '@/lib/text/words/phrase'
import type { Deps } from '../process/deps'
import { addEntry } from '../write/add-entry'
import { mask } from '../write/mask'
import { writeSession } from '../write/write'

/** A person changes the State, whatever goes on: the next Request tells it, and that they did. `revision`: the one they saw. */
export async function correctState(
  deps: Deps,
  command: { sessionId: string; patch: State; revision?: number | undefined },
): Promise<State | Refusal> {
  const { value: patch } = await mask(deps, { sessionId: command.sessionId }, command.patch)
  return writeSession<State>(deps, { sessionId: command.sessionId }, async write => {
    const present = await stateOf(write.db, command.sessionId)
    if (command.revision !== undefined && command.revision !== present.revision)
      return refuse(
        'stale_revision',
        { code: 'problem.otherState' },
        { state: present.state, revision: present.revision },
      )
    const { before, outcome } = keepState(write, present, {
      outcome: patchedState(present.state, patch, ''),
    })
    if (!outcome.ok) return refuseFields(outcome.errors)
    const changes = stateChanges(before, outcome.state)
    if (changes.length === 0) return outcome.state
    const words = stateCorrection(changes)
    const text = phrase(words)
    const entry = { id: deps.newId(), kind: 'correction' as const, text, words }
    const now = presentText(patch, outcome.state)
    // A model that does not know the State yet is told it with its next Request.
    const told = write.row.oriented ? `${TOLD}\n${text}\n${now}` : `${TOLD}\n${text}`
    addEntry(write, entry, noteMessage('state', told))
    return outcome.state
  })
}

/** Of a patch longer than this the model is told what it came to, if that is shorter. */
const PATCH_CHARS = 1_000

function presentText(patch: State, state: State): string {
  const [change, whole] = [JSON.stringify(patch), JSON.stringify(state)]
  const isLong = change.length > Math.max(PATCH_CHARS, whole.length)
  return isLong ? `It is now: ${whole}` : `As a JSON merge patch: ${change}`
}

const TOLD = 'The person corrected the state of the session. Go by it as it is now.'
