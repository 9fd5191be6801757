import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import { counted, oneLine } from '@/lib/text/truncate'
import type { ToolImage, ToolOutcome } from '../define-tool'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 10 * MEGABYTE
const MOST_IMAGES = 10
const MOST_IMAGE_BYTES = 5 * MEGABYTE

/** What a tool of a server gave: its text and its pictures are kept, of other bytes only what they are. */
export function readResult(result: CallToolResult): ToolOutcome {
  if (JSON.stringify(result).length > MOST_BYTES) {
    const text = `It gave more than ${MOST_BYTES / MEGABYTE} MB, and nothing of that is kept. Ask for less at once.`
    return { kind: result.isError ? 'error' : 'ok', text }
  }
  const images: ToolImage[] = []
  const lines = result.content.map(block => textOf(block, images))
  const value = result.structuredContent
  const text = lines.join('\n')
  if (result.isError) return { kind: 'error', text: text === '' ? 'It failed, and does not say why.' : text }
  return {
    kind: 'ok',
    text: text === '' ? textOfValue(value) : text,
    ...(value === undefined ? {} : { value }),
    ...(images.length === 0 ? {} : { images }),
  }
}

const textOfValue = (value: unknown): string =>
  value === undefined ? 'It gave nothing.' : JSON.stringify(value, null, 2)

/** A block in words. A picture goes to the others, as long as there are few and it is small. */
function textOf(block: ContentBlock, images: ToolImage[]): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
      return imageIn(block, images)
    case 'audio':
      return notKept('a sound', block)
    case 'resource_link':
      return `[${oneLine(block.title ?? block.name)}](${oneLine(block.uri)})`
    case 'resource': {
      const { resource } = block
      return 'text' in resource
        ? `${oneLine(resource.uri)}:\n${resource.text}`
        : `${oneLine(resource.uri)}: ${notKept('a file', { mimeType: resource.mimeType, data: resource.blob })}`
    }
  }
}

function imageIn(block: Block, images: ToolImage[]): string {
  const bytes = Buffer.from(block.data, 'base64')
  const isKept = images.length < MOST_IMAGES && bytes.byteLength <= MOST_IMAGE_BYTES
  if (isKept) images.push({ mediaType: block.mimeType ?? '', bytes })
  return isKept ? `[${sizeOf('a picture', block)}]` : notKept('a picture', block)
}

type Block = { data: string; mimeType?: string | undefined }

const notKept = (what: string, block: Block): string => `[${sizeOf(what, block)}, not kept]`

const sizeOf = (what: string, { data, mimeType }: Block): string =>
  `${what}: ${oneLine(mimeType ?? 'of no known type')}, ${counted(Buffer.byteLength(data, 'base64'), 'byte')}`
