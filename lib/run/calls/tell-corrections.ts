import {
  correctionMessage,
  correctionWords,
  type DecidedCall,
  personSetMessage,
  personSetWords,
} from '@/lib/context/correction'
import { isOpen } from '@/lib/domain/call/call-state'
import type { ModelMessage } from '@/lib/domain/call/solution'
import { truncate } from '@/lib/text/truncate'
import { phrase } from '@/lib/text/words/phrase'
import type { Deps } from '../process/deps'
import { addEntry } from '../write/add-entry'
import type { Write } from '../write/write'

/** Puts into the transcript what a person changed of a set and why, for the next Requests to see. */
export function tellCorrections(
  deps: Deps,
  write: Write,
  {
    changed,
    feedback,
    runId,
  }: { runId: string | undefined; changed: DecidedCall[]; feedback: string | undefined },
): void {
  const words = correctionWords(changed, feedback)
  if (words === null) return
  const text = phrase(words)
  const entry = { id: deps.newId(), runId, kind: 'correction' as const, text, words }
  addEntry(write, entry, note(correctionMessage(within(write, text))))
}

/** The model reads no more of it than of a Result. */
const within = ({ row }: Write, text: string): string => truncate(text, row.limits.resultChars).text

const note = (text: string): ModelMessage => ({ role: 'user', text, aside: true })

/** Puts into the transcript what a person did by a set of their own, once all of it has its Result. */
export function tellActs(deps: Pick<Deps, 'newId'>, write: Write, setId: string): void {
  const calls = write.work.callsOfUserSet(setId)
  const words = calls.some(isOpen) ? null : personSetWords(calls)
  if (words === null) return
  const text = phrase(words)
  addEntry(
    write,
    { id: deps.newId(), kind: 'correction', text, words },
    note(personSetMessage(within(write, text))),
  )
}
