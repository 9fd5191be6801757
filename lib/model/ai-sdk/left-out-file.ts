import * as z from 'zod'

/**
 * What stands in a reply for an image, or another file, that a model made. The file itself is not kept: it would
 * stand in the transcript and go to the model again with every Request.
 */
export function fileMark({ mediaType, base64 }: { mediaType: string; base64: string }): string {
  const type = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? mediaType : 'unknown type'
  const kilobytes = Math.ceil((base64.length * 3) / 4 / 1_000)
  const kind = type.startsWith('image/') ? 'image' : 'file'
  return `[${kind}: ${type}, ${kilobytes.toLocaleString('en-US')} KB, left out]`
}

const File = z.object({ type: z.literal('file'), mediaType: z.string(), data: z.string() })
const Thought = z.object({ type: z.literal('reasoning-file') })

/** The parts of a message with the same marks in the places of its files; those of its thoughts go without. */
export function withoutFiles(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.flatMap((part: unknown) => {
    if (Thought.safeParse(part).success) return []
    const { data: file } = File.safeParse(part)
    return file ? [{ type: 'text', text: fileMark({ ...file, base64: file.data }) }] : [part]
  })
}
