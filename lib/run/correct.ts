import { actsMessage, actsText } from '@/lib/context/acts'
import { type Changed, correctionMessage, correctionText } from '@/lib/context/correction'
import { isOpen } from '@/lib/domain/call-state'
import { callsOfSet } from '@/lib/store/call'
import type { Deps } from './deps'
import { addEntry } from './transcript'
import type { Write } from './write'

/** Puts into the transcript what a person changed of a set and why, for the next Requests to see. */
export async function correct(
  deps: Deps,
  write: Write,
  about: { runId: string | undefined; changed: Changed[]; feedback: string | undefined },
): Promise<void> {
  const text = correctionText(about.changed, about.feedback)
  if (text === null) return
  const entry = { id: deps.newId(), runId: about.runId, kind: 'correction' as const, text }
  await addEntry(write, entry, { role: 'user', text: correctionMessage(text), aside: true })
}

/** Puts into the transcript what a person did by a set of their own, once all of it has its Result. */
export async function tellActs(deps: Pick<Deps, 'newId'>, write: Write, setId: string): Promise<void> {
  const calls = await callsOfSet(write.tx, setId)
  const text = calls.some(isOpen) ? null : actsText(calls)
  if (text === null) return
  await addEntry(
    write,
    { id: deps.newId(), kind: 'correction', text },
    { role: 'user', text: actsMessage(text), aside: true },
  )
}
