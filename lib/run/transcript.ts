import type { Entry } from '@/lib/domain/entry'
import type { Outcome } from '@/lib/domain/run'
import type { ModelMessage } from '@/lib/domain/solution'
import { insertEntry } from '@/lib/store/entry'
import type { Write } from './write'

/** Puts what a person said into the transcript: from here on the model sees it. */
export async function addUserEntry(
  write: Write,
  said: { id: string; runId: string; text: string },
): Promise<void> {
  await addEntry(write, { ...said, kind: 'user' }, { role: 'user', text: said.text })
}

/** Appends to the transcript; `message` is the model's side of it. */
export async function addEntry(
  write: Write,
  given: Omit<Entry, 'seq' | 'at'>,
  message?: ModelMessage,
): Promise<Entry> {
  const entry: Entry = { ...given, seq: write.row.seq + 1, at: write.now }
  write.emit('message.added', { entry })
  await insertEntry(write.tx, write.row.id, { entry, message })
  return entry
}

/** Says in the transcript how a Run ended, where it did not end with an answer. */
export const addNotice = (
  write: Write,
  said: { id: string; runId: string; text: string; outcome?: Outcome; message?: ModelMessage },
): Promise<Entry> => {
  const { message, ...notice } = said
  return addEntry(write, { ...notice, kind: 'notice' }, message)
}
