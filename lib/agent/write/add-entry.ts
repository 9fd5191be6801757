import type { Picture } from '@/lib/domain/call/picture'
import type { ModelMessage } from '@/lib/domain/call/solution'
import { FILE_OPENING, isPictureFile } from '@/lib/domain/run/attachment'
import type { Outcome } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { insertEntry } from '@/lib/store/session/entry'
import type { Write } from './write'

/**
 * Puts what a person said into the transcript, with the files that came with it: from here on the model sees it.
 * `texts`: of files, by their hashes.
 */
export function addUserEntry(
  write: Write,
  message: Pick<Entry, 'id' | 'text' | 'by' | 'attachments'> & { runId: string },
  texts: ReadonlyMap<string, string>,
): void {
  const { attachments: files = [] } = message
  const images: Picture[] = files.filter(isPictureFile)
  const blocks = files.map(file => {
    const opening = `${FILE_OPENING}${file.name.replaceAll('"', '')}" type="${file.mediaType}"`
    if (isPictureFile(file)) return `${opening} picture="${images.indexOf(file) + 1}"/>`
    const content = texts.get(file.hash)?.replaceAll('</file>', '<\\/file>')
    return `${opening}>\n${content ?? 'Its text is no longer kept.'}\n</file>`
  })
  const text = [message.text, ...blocks].join('\n\n')
  addEntry(
    write,
    { ...message, kind: 'user' },
    { role: 'user', text, ...(images.length > 0 ? { images } : {}) },
  )
}

/** Appends to the transcript; `message` is the model's side of it. */
export function addEntry(
  write: Write,
  content: Omit<Entry, 'id' | 'seq' | 'at'> & { id?: string },
  message?: ModelMessage,
): Entry {
  const entry: Entry = { ...content, id: content.id ?? write.newId(), seq: write.row.seq + 1, at: write.now }
  write.emit('message.added', { entry })
  insertEntry(write.rows, write.row.id, { entry, message })
  write.work.entries.push(entry)
  return entry
}

type Notice = { runId: string; outcome?: Outcome; message?: ModelMessage } & (
  | { codedText: CodedText }
  | { text: string; codedText?: Entry['codedText'] }
)

/** Says something in the transcript that is of the program. */
export function addNotice(write: Write, { message, ...notice }: Notice): Entry {
  const text = 'text' in notice ? notice.text : phrase(notice.codedText)
  return addEntry(write, { ...notice, text, kind: 'notice' }, message)
}
