import { type Changed, correctionMessage, correctionText } from '@/lib/context/correction'
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
  await addEntry(write, entry, { role: 'user', text: correctionMessage(text) })
}
