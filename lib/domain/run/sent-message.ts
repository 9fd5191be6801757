const DRESS = /(?<=^|\s)[*_`~"“”„«>#]+|[*_`~"“”»]+(?=[\s.,;:!?…]|$)/gu
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\u200d\p{Extended_Pictographic}|\p{Emoji_Modifier})*/gu

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(EMOJI, ' ')
    .replace(DRESS, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!…]+$/, '')

/**
 * Whether a reply says only what was sent to people already, but for how it is dressed. A word more is news, and is
 * shown: it may say that something failed.
 */
export function repeatsMessage(reply: string, sent: readonly string[]): boolean {
  const words = bare(reply)
  return words !== '' && sent.some(text => bare(text) === words)
}
