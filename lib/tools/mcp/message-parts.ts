import type { MessageParts } from '@/lib/domain/mcp/server-content'
import { MOST_ATTACHED_BYTES, MOST_ATTACHED_TEXT, MOST_ATTACHMENTS } from '@/lib/domain/run/attachment'
import { type Attachment, MESSAGE_CHARS } from '@/lib/domain/run/message'
import { plainName } from '@/lib/text/hidden-characters'
import { counted, oneLine } from '@/lib/text/truncate'
import { isPdf } from '../files/read-pdf'
import { utf8Text } from '../files/text-content'
import { imageFormat } from '../pictures/encode-image'
import type { ServerContent } from './server-config'

/** What becomes of one thing that a server gave: words for the message box, a file, or why it is left out. */
export type MessagePiece =
  | { kind: 'words'; text: string; role: 'user' | 'assistant' }
  | { kind: 'text'; name: string; mediaType: string; text: string }
  | { kind: 'bytes'; name: string; mediaType: string; bytes: Uint8Array }
  | { kind: 'omission'; why: string }

/** What a server was asked for, as it is listed. `uri`: that of a resource. */
type Wanted = { name: string; uri?: string }

const MOST_OMISSIONS = 20

/** A file is what its bytes are, whatever the server says of it. */
export function piecesOf(contents: ServerContent[], wanted: Wanted): MessagePiece[] {
  const pieces = contents.map(content => pieceOf(content, wanted))
  return pieces.length > 0 ? pieces : [left(oneLine(wanted.name), 'there is nothing in it')]
}

function pieceOf(content: ServerContent, wanted: Wanted): MessagePiece {
  const { uri, role = 'user' } = content
  const name = plainName(uri === undefined || uri === wanted.uri ? wanted.name : uri)
  if (content.kind === 'bytes') return bytesPiece(content, name)
  if (content.kind === 'odd') return left(oneLine(name), `it is ${content.what}`)
  const { text } = content
  if (text.includes('\0'))
    return left(uri === undefined ? quoted(text) : oneLine(name), 'it holds a NUL character')
  return uri === undefined
    ? { kind: 'words', text: text.toWellFormed(), role }
    : textPiece(text.toWellFormed(), name, content.mediaType)
}

function bytesPiece(content: Extract<ServerContent, { kind: 'bytes' }>, name: string): MessagePiece {
  const { bytes, mediaType } = content
  const format = imageFormat(bytes)
  if (format !== null) return { kind: 'bytes', name, mediaType: `image/${format}`, bytes }
  if (isPdf(bytes)) return { kind: 'bytes', name, mediaType: 'application/pdf', bytes }
  const text = utf8Text(bytes)
  if (text !== null) return textPiece(text, name, mediaType)
  const size = `${oneLine(mediaType)}, ${counted(bytes.byteLength, 'byte')}`
  return left(`${oneLine(name)} (${size})`, 'it is no text, no picture and no PDF')
}

function textPiece(text: string, name: string, mediaType: string | undefined): MessagePiece {
  if (Buffer.byteLength(text) > MOST_ATTACHED_TEXT)
    return left(oneLine(name), `a text holds at most ${MOST_ATTACHED_TEXT / 1024} KB`)
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return { kind: 'text', name, mediaType: TEXT_TYPE.test(type) ? type : 'text/plain', text }
}

const TEXT_TYPE = /^(text|application)\/[a-z0-9.+-]{1,100}$/

const left = (what: string, why: string): MessagePiece => ({ kind: 'omission', why: omissionOf(what, why) })

const omissionOf = (what: string, why: string): string => `${what} is left out: ${why}.`

/** Words have no name: their beginning says which they are. */
const quoted = (text: string): string => {
  const begin = [...text.slice(0, 80)].slice(0, 40).join('')
  return `The text “${oneLine(begin.length < text.length ? `${begin}…` : begin)}”`
}

/** As many of the pieces as a message can hold, in their order; the others are named. */
export function messageParts(pieces: MessagePiece[]): MessageParts {
  const draft = new MessageDraft()
  const hasAssistant = pieces.some(piece => piece.kind === 'words' && piece.role === 'assistant')
  for (const piece of pieces) {
    if (piece.kind === 'omission') draft.omissions.push(piece.why)
    // Who says what could not be told otherwise, and all of it will be said by the person who sends it.
    else if (piece.kind === 'words')
      draft.addWords(piece.text, hasAssistant ? `${piece.role}:\n${piece.text}` : piece.text)
    else if (piece.kind === 'text') draft.addFile(piece, Buffer.from(piece.text))
    else draft.addFile(piece, Buffer.from(piece.bytes))
  }
  const { words, attachments, omissions } = draft
  const more = omissions.length - MOST_OMISSIONS
  return {
    text: words.join('\n\n'),
    attachments,
    omissions:
      more > 0
        ? [...omissions.slice(0, MOST_OMISSIONS), `And ${more} more ${more === 1 ? 'is' : 'are'} left out.`]
        : omissions,
  }
}

class MessageDraft {
  readonly words: string[] = []
  readonly attachments: Attachment[] = []
  readonly omissions: string[] = []
  #chars = 0
  #bytes = 0

  addWords(text: string, words: string): void {
    if (words === '') return
    const chars = words.length + '\n\n'.length
    if (this.#chars + chars > MESSAGE_CHARS) this.#leave(quoted(text), TOO_LONG)
    else {
      this.#chars += chars
      this.words.push(words)
    }
  }

  addFile({ name, mediaType }: { name: string; mediaType: string }, content: Buffer): void {
    const bytes = this.#bytes + content.byteLength
    if (this.attachments.length >= MOST_ATTACHMENTS) this.#leave(oneLine(name), TOO_MANY)
    else if (bytes > MOST_ATTACHED_BYTES) this.#leave(oneLine(name), TOO_LARGE)
    else {
      this.#bytes = bytes
      this.attachments.push({ name, mediaType, data: content.toString('base64') })
    }
  }

  #leave(what: string, why: string): void {
    this.omissions.push(omissionOf(what, why))
  }
}

const TOO_LONG = 'a message holds at most 1,000,000 characters'
const TOO_MANY = `a message holds at most ${MOST_ATTACHMENTS} files`
const TOO_LARGE = 'the files of a message take at most 3 MB together'
