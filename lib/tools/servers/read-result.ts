import * as z from 'zod'
import { isObject } from '@/lib/text/json/json-value'
import { counted, oneLine, truncate } from '@/lib/text/truncate'
import type { ToolImage, ToolOutcome } from '../define-tool'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 10 * MEGABYTE
const MOST_IMAGES = 10
const MOST_IMAGE_BYTES = 5 * MEGABYTE
const MOST_ODD_CHARS = 1_000

const words = z.string().optional().catch(undefined)
const Bytes = z.object({ data: z.string(), mimeType: words })
type Bytes = z.infer<typeof Bytes>

/** What is at an address of a server: text, or bytes. */
export const Resource = z.union([
  z.object({ uri: z.string(), mimeType: words, text: z.string() }),
  z.object({ uri: z.string(), mimeType: words, blob: z.string() }),
])

/** One thing of those that a server gives at once, as far as it is read. */
export const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), ...Bytes.shape }),
  z.object({ type: z.literal('audio'), ...Bytes.shape }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: words, title: words }),
  z.object({ type: z.literal('resource'), resource: Resource }),
])

/** What there is several of, also where a server gives one alone. */
export const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** What a tool of a server gave: its text and its pictures are kept, of other bytes only what they are. */
export function readResult({
  content,
  structuredContent: value,
  isError,
}: Record<string, unknown>): ToolOutcome {
  const kind = isError === true ? 'error' : 'ok'
  if (JSON.stringify([content, value]).length > MOST_BYTES) {
    const text = `It gave more than ${MOST_BYTES / MEGABYTE} MB, and nothing of that is kept. Ask for less at once.`
    return { kind, text }
  }
  const images: ToolImage[] = []
  const blocks = asList(content)
  const lines = blocks.map(block => textOf(block, images))
  const words = lines
    .filter((_, at) => !isMedia(blocks[at]))
    .join('')
    .trim()
  // Servers are to repeat in a text what they give as a value, and mostly do.
  const repeats = [0, 2].some(indent => words.includes(JSON.stringify(value, null, indent)))
  if (value !== undefined && (words === '' || (kind === 'error' && !repeats)))
    lines.push(JSON.stringify(value, null, 2))
  const text = lines.join('\n').trim() === '' ? '' : lines.join('\n')
  if (kind === 'error') return { kind, text: text === '' ? 'It failed, and does not say why.' : text }
  return {
    kind,
    text: text === '' ? 'It gave nothing.' : text,
    ...(value === undefined ? {} : { value }),
    ...(images.length === 0 ? {} : { images }),
  }
}

const isMedia = (block: unknown): boolean =>
  isObject(block) && ['image', 'audio'].includes(String(block.type))

/** A block in words. A picture goes to the others, as long as there are few and it is small. */
function textOf(value: unknown, images: ToolImage[]): string {
  const { data: block } = Block.safeParse(value)
  switch (block?.type) {
    case undefined:
      if (typeof value === 'string') return value
      return `[${oddBlock(value)}: ${truncate(JSON.stringify(value) ?? '', MOST_ODD_CHARS).text}]`
    case 'text':
      return block.text
    case 'image':
      return imageIn(block, images)
    case 'audio':
      return notKept('a sound', block)
    case 'resource_link':
      return `[${oneLine(block.title ?? block.name ?? block.uri)}](${oneLine(block.uri)})`
    case 'resource': {
      const { resource } = block
      return 'text' in resource
        ? `${oneLine(resource.uri)}:\n${resource.text}`
        : `${oneLine(resource.uri)}: ${notKept('a file', { mimeType: resource.mimeType, data: resource.blob })}`
    }
  }
}

/** What a server gave that is none of what servers give. */
export const oddBlock = (value: unknown): string =>
  `something of ${isObject(value) && typeof value.type === 'string' ? `the kind ${oneLine(value.type)}` : 'no known kind'}`

function imageIn(block: Bytes, images: ToolImage[]): string {
  const bytes = Buffer.from(block.data, 'base64')
  const isKept = images.length < MOST_IMAGES && bytes.byteLength <= MOST_IMAGE_BYTES
  if (isKept) images.push({ mediaType: block.mimeType ?? '', bytes })
  return isKept ? `[${sizeOf('a picture', block)}]` : notKept('a picture', block)
}

const notKept = (what: string, block: Bytes): string => `[${sizeOf(what, block)}, not kept]`

const sizeOf = (what: string, { data, mimeType }: Bytes): string =>
  `${what}: ${oneLine(mimeType ?? 'of no known type')}, ${counted(Buffer.byteLength(data, 'base64'), 'byte')}`
