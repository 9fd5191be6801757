import { pictureSize } from '@/lib/domain/call/picture'
import type { ModelMessage } from '@/lib/domain/call/solution'

/** A message as it is told to a model that sees no pictures: their sizes stand in their place. */
export function withoutPictures(message: ModelMessage): ModelMessage {
  if (message.role === 'assistant' || !message.images) return message
  const { images, ...rest } = message
  const lines = images.map(image => `[${pictureSize(image)}, not shown to this model]`)
  return { ...rest, text: [rest.text, ...lines].filter(Boolean).join('\n') }
}
