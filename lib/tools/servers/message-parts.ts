import { MOST_ATTACHED_BYTES, MOST_ATTACHED_TEXT, MOST_ATTACHMENTS } from '@/lib/domain/run/attachment'
import { type Attachment, MESSAGE_CHARS } from '@/lib/domain/run/message'
import type { MessageParts } from '@/lib/domain/servers/server-content'
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
type Source = { name: string; uri?: string }

const MOST_OMISSIONS = 20

/** A file is what its bytes are, whatever the server says of it. */
export function piecesOf(contents: ServerContent[], source: Source): MessagePiece[] {
  const pieces = contents.map(content => pieceOf(content, source))
  return pieces.length > 0 ? pieces : [left(oneLine(source.name), 'there is nothing in it')]
}

function pieceOf(content: ServerContent, source: Source): MessagePiece {
  const { uri, role = 'user' } = content
  const name = plainName(uri === undefined || uri === source.uri ? source.name : uri)
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
  const texts: string[] = []
  const attachments: Attachment[] = []
  const omissions: string[] = []
  let [chars, bytes] = [0, 0]
  const hasAssistant = pieces.some(piece => piece.kind === 'words' && piece.role === 'assistant')
  for (const piece of pieces) {
    if (piece.kind === 'omission') omissions.push(piece.why)
    else if (piece.kind === 'words') {
      // Who says what could not be told otherwise, and all of it will be said by the person who sends it.
      const text = hasAssistant ? `${piece.role}:\n${piece.text}` : piece.text
      if (text === '') continue
      const more = text.length + '\n\n'.length
      if (chars + more > MESSAGE_CHARS) omissions.push(omissionOf(quoted(piece.text), TOO_LONG))
      else {
        chars += more
        texts.push(text)
      }
    } else {
      const { name, mediaType } = piece
      const content = Buffer.from(piece.kind === 'text' ? piece.text : piece.bytes)
      const isFull = attachments.length >= MOST_ATTACHMENTS
      if (isFull || bytes + content.byteLength > MOST_ATTACHED_BYTES)
        omissions.push(omissionOf(oneLine(name), isFull ? TOO_MANY : TOO_LARGE))
      else {
        bytes += content.byteLength
        attachments.push({ name, mediaType, data: content.toString('base64') })
      }
    }
  }
  const more = omissions.length - MOST_OMISSIONS
  const rest = more > 0 ? [`And ${more} more ${more === 1 ? 'is' : 'are'} left out.`] : []
  return {
    text: texts.join('\n\n'),
    attachments,
    omissions: [...omissions.slice(0, MOST_OMISSIONS), ...rest],
  }
}

const TOO_LONG = 'a message holds at most 1,000,000 characters'
const TOO_MANY = `a message holds at most ${MOST_ATTACHMENTS} files`
const TOO_LARGE = 'the files of a message take at most 3 MB together'
