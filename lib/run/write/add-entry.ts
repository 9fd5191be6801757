import type { ModelMessage } from '@/lib/domain/call/solution'
import type { Outcome } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { insertEntry } from '@/lib/store/session/entry'
import type { Write } from './write'

/** Puts what a person said into the transcript: from here on the model sees it. */
export function addUserEntry(write: Write, message: { id: string; runId: string; text: string }): void {
  addEntry(write, { ...message, kind: 'user' }, { role: 'user', text: message.text })
}

/** Appends to the transcript; `message` is the model's side of it. */
export function addEntry(write: Write, content: Omit<Entry, 'seq' | 'at'>, message?: ModelMessage): Entry {
  const entry: Entry = { ...content, seq: write.row.seq + 1, at: write.now }
  write.emit('message.added', { entry })
  insertEntry(write.rows, write.row.id, { entry, message })
  write.work.entries.push(entry)
  return entry
}

/** Says in the transcript how a Run ended, where it did not end with an answer. */
export const addNotice = (
  write: Write,
  content: { id: string; runId: string; text: string; outcome?: Outcome; message?: ModelMessage },
): Entry => {
  const { message, ...notice } = content
  return addEntry(write, { ...notice, kind: 'notice' }, message)
}
