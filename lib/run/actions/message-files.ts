import { type Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import { MOST_ATTACHED_BYTES, MOST_ATTACHED_TEXT } from '@/lib/domain/run/attachment'
import type { Attachment, MessageFile } from '@/lib/domain/run/message'
import { sha256 } from '@/lib/record/digest'
import type { AttachmentContent } from '@/lib/store/call/contents'
import { plainName } from '@/lib/text/hidden-characters'
import { truncate } from '@/lib/text/truncate'
import { plain, type Words } from '@/lib/text/words/phrase'
import { isPdf, READ_PDF } from '@/lib/tools/files/read-pdf'
import { utf8Text } from '@/lib/tools/files/text-content'
import { type EncodedImage, encodeImage, imageFormat } from '@/lib/tools/pictures/encode-image'
import { keptImage } from '../calls/keep-pictures'
import type { Deps } from '../process/deps'

/** A file that came with a message, as far as it is kept: a picture encoded anew, or a text, in which secrets can be masked. */
export type PreparedFile =
  | { name: string; image: EncodedImage }
  | { name: string; mediaType: string; text: string }

/** Reads the files of a message by their content. One that cannot be used refuses the message, in words. */
export async function prepareFiles(
  { compute }: Pick<Deps, 'compute'>,
  attachments: Attachment[],
): Promise<PreparedFile[] | Refusal> {
  const contents = attachments.map(({ data }) => Buffer.from(data, 'base64'))
  const total = contents.reduce((sum, bytes) => sum + bytes.length, 0)
  if (total > MOST_ATTACHED_BYTES) return refuse('payload_too_large', { code: 'problem.filesTooLarge' })
  const files: PreparedFile[] = []
  for (const [at, bytes] of contents.entries()) {
    const name = plainName(attachments[at]?.name ?? '')
    const file = await readContent(compute, name, bytes)
    if ('reason' in file) return refused(at, name, file.reason)
    files.push(file)
  }
  return files
}

const refused = (at: number, name: string, reason: Words): Refusal =>
  refuseField(`/attachments/${at}`, {
    code: 'plain.about',
    params: { name },
    parts: [reason],
  })

async function readContent(
  compute: Deps['compute'],
  name: string,
  bytes: Uint8Array,
): Promise<PreparedFile | { reason: Words }> {
  if (imageFormat(bytes) !== null) {
    const encoding = await encodeImage(bytes)
    return encoding.kind === 'image' ? { name, image: encoding.image } : { reason: plain(encoding.reason) }
  }
  if (isPdf(bytes)) {
    const reading = await compute(READ_PDF, bytes)
    if (reading.kind === 'refused') return { reason: plain(reading.reason) }
    const text = [truncate(reading.text, MOST_ATTACHED_TEXT).text, reading.note].filter(Boolean).join('\n')
    return { name, mediaType: 'application/pdf', text }
  }
  const text = utf8Text(bytes)
  if (text === null) return { reason: { code: 'fault.notAFile' } }
  return bytes.length > MOST_ATTACHED_TEXT
    ? { reason: { code: 'fault.textTooLarge' } }
    : { name, mediaType: 'text/plain', text }
}

/** The files of a message as the transcript names them, what is kept of each by its hash, and the texts among them. */
export type KeptFiles = {
  files: MessageFile[]
  contents: AttachmentContent[]
  texts: Map<string, string>
}

export function keepFiles(prepared: PreparedFile[]): KeptFiles {
  const kept: KeptFiles = { files: [], contents: [], texts: new Map() }
  for (const file of prepared) {
    const { name } = file
    if ('image' in file) {
      const { picture, attachment } = keptImage(file.image)
      kept.files.push({ name, ...picture })
      kept.contents.push(attachment)
    } else {
      const bytes = Buffer.from(file.text)
      const hash = sha256(bytes)
      kept.files.push({ name, mediaType: file.mediaType, hash, bytes: bytes.length })
      kept.contents.push({ hash, mediaType: 'text/plain', bytes })
      kept.texts.set(hash, file.text)
    }
  }
  return kept
}
