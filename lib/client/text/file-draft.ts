import { MOST_ATTACHED_BYTES, MOST_ATTACHED_TEXT, MOST_ATTACHMENTS } from '@/lib/domain/run/attachment'
import type { Attachment } from '@/lib/domain/run/message'

/** Files that go with the message that is being written, and what is to be said of those that do not. */
export type FileDraft = {
  files: Attachment[]
  refusals: FileRefusal[]
  /** What a server could not give to the message, in its words. */
  omissions: string[]
  /** Files that were brought, and are still being read. */
  incoming: File[]
}

type RefusalReason = 'tooMany' | 'tooLarge' | 'textTooLarge' | 'wrongPicture' | 'unreadable'

/** A file that was not attached. */
export type FileRefusal = { name: string; reason: RefusalReason }

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Whether browsers show it, and the server takes it as a picture. */
export const isPictureType = (mediaType: string): boolean => PICTURE_TYPES.includes(mediaType)

/** Why a file is not worth reading, as far as that can be told before. An SVG is a text. */
export function refusalBeforeReading({ type, size }: { type: string; size: number }): RefusalReason | null {
  if (type.startsWith('image/') && type !== 'image/svg+xml' && !isPictureType(type)) return 'wrongPicture'
  if (size > MOST_ATTACHED_BYTES) return 'tooLarge'
  return type.startsWith('text/') && size > MOST_ATTACHED_TEXT ? 'textTooLarge' : null
}

/** Adds each file that still fits; the others are refused, and nothing that is there has to go. */
export function withFiles(draft: FileDraft, added: readonly (Attachment | FileRefusal)[]): FileDraft {
  const files = [...draft.files]
  const refusals = [...draft.refusals]
  let bytes = files.reduce((sum, file) => sum + bytesIn(file), 0)
  for (const file of added) {
    if ('reason' in file) {
      refusals.push(file)
      continue
    }
    const isLarge = bytes + bytesIn(file) > MOST_ATTACHED_BYTES
    const reason = files.length >= MOST_ATTACHMENTS ? 'tooMany' : isLarge ? 'tooLarge' : null
    if (reason) refusals.push({ name: file.name, reason })
    else {
      files.push(file)
      bytes += bytesIn(file)
    }
  }
  return { ...draft, files, refusals }
}

/** How large a file is, which is kept in base64. */
export const bytesIn = ({ data }: Attachment): number =>
  (data.length * 3) / 4 - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0)

/** The names of what was refused, by the reason. */
export const refusalsByReason = (refusals: readonly FileRefusal[]): [RefusalReason, string[]][] =>
  [...Map.groupBy(refusals, ({ reason }) => reason)].map(([reason, own]) => [
    reason,
    own.map(({ name }) => name),
  ])
