import type { Picture } from '@/lib/domain/call/picture'
import type { ModelMessage } from '@/lib/domain/call/solution'
import { FILE_OPENING, isPictureFile } from '@/lib/domain/run/attachment'
import type { MessageFile } from '@/lib/domain/run/message'

/** A person's message with the files that came with it: their texts behind its own, then the pictures. */
export function messageWithFiles(
  text: string,
  files: MessageFile[],
  texts: ReadonlyMap<string, string>,
): ModelMessage {
  const images: Picture[] = files.filter(isPictureFile)
  const blocks = files.map(file => {
    const opening = `${FILE_OPENING}${file.name.replaceAll('"', '')}" type="${file.mediaType}"`
    if (isPictureFile(file)) return `${opening} picture="${images.indexOf(file) + 1}"/>`
    const content = texts.get(file.hash)?.replaceAll('</file>', '<\\/file>')
    return `${opening}>\n${content ?? 'Its text is no longer kept.'}\n</file>`
  })
  return {
    role: 'user',
    text: [text, ...blocks].join('\n\n'),
    ...(images.length > 0 ? { images } : {}),
  }
}
