import { ApiProblem, fetchApi, problemIn, UNREACHABLE } from '@/lib/client/api/fetch-api'
import type { Fork } from '@/lib/client/decisions/use-fork'
import { isPictureFile } from '@/lib/domain/run/attachment'
import type { Attachment, MessageFile } from '@/lib/domain/run/message'
import { asMessage } from '@/lib/domain/session/commands'
import type { Entry } from '@/lib/domain/session/entry'
import { readAttachment } from '../draft-files'

/** `unasked`: no message led to the answer. `files`: what came with the message cannot be sent from here. */
export class UnrepeatableMessage extends Error {
  constructor(
    readonly reason: 'unasked' | 'files',
    readonly names: string[] = [],
  ) {
    super(reason)
    this.name = 'UnrepeatableMessage'
  }
}

/** The fork in which the message that led to an answer is said again, as it was. */
export async function forkBeforeQuestion(sessionId: string, answer: Entry): Promise<Fork> {
  const question = await questionBefore(sessionId, answer.seq)
  if (!question) throw new UnrepeatableMessage('unasked')
  const names = filesLeftOut(question).map(({ name }) => name)
  if (names.length > 0) throw new UnrepeatableMessage('files', names)
  return forkBefore(sessionId, question, question.text)
}

/** The fork that takes back a message and says another in its place, with the files that came with it. */
export async function forkBefore(sessionId: string, message: Entry, text: string): Promise<Fork> {
  const pictures = (message.attachments ?? []).filter(isPictureFile)
  const attachments = await Promise.all(pictures.map(picture => pictureAgain(sessionId, picture)))
  return {
    seq: message.seq - 1,
    message: { text: asMessage(text), attachments: attachments.length > 0 ? attachments : undefined },
  }
}

/** The server gives pictures back, but no texts. */
export const filesLeftOut = ({ attachments = [] }: Entry): MessageFile[] =>
  attachments.filter(file => !isPictureFile(file))

async function questionBefore(sessionId: string, seq: number): Promise<Entry | null> {
  for (let before: string | null = String(seq); before !== null; ) {
    const page: { items: Entry[]; nextCursor: string | null } = await fetchApi(
      'GET /api/sessions/{id}/transcript',
      { params: { id: sessionId }, query: { before, limit: 50 } },
    )
    const question = page.items.findLast(({ kind }) => kind === 'user')
    if (question) return question
    before = page.nextCursor
  }
  return null
}

async function pictureAgain(sessionId: string, { name, mediaType, hash }: MessageFile): Promise<Attachment> {
  const response = await fetch(`/api/sessions/${sessionId}/contents/${hash}`).catch(() => {
    throw new ApiProblem('unreachable', UNREACHABLE)
  })
  if (!response.ok) throw problemIn(response.status, null)
  const attachment = await readAttachment(new File([await response.blob()], name, { type: mediaType }))
  if ('reason' in attachment) throw new UnrepeatableMessage('files', [name])
  return attachment
}
