/** What a model answers if it has nothing to say. It counts only as the whole of a reply, even repeated. */
const TOKEN = 'NO_REPLY'

/** Whether a reply is not to be shown. */
export const isSilentReply = (text: string): boolean => text.trim() !== '' && restOf(text) === ''

/** Whether the beginning of a reply may still become one: it is not shown until that is known. */
export const mayBeSilent = (text: string): boolean => TOKEN.startsWith(restOf(text))

/** What remains after whole tokens, in capitals. */
function restOf(text: string): string {
  const words = text.toUpperCase()
  let at = 0
  for (;;) {
    while (/\s/.test(words.charAt(at))) at += 1
    if (!words.startsWith(TOKEN, at)) return words.slice(at)
    at += TOKEN.length
  }
}
