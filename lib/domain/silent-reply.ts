/** What a model answers that has nothing to say. It counts where it is the whole of a reply, also repeated. */
const TOKEN = 'NO_REPLY'

/** True of a reply that is to make no bubble. */
export const isSilentReply = (text: string): boolean => text.trim() !== '' && restOf(text) === ''

/** True of a beginning that may still become one: nobody is shown it before that is known. */
export const mayBeSilent = (text: string): boolean => TOKEN.startsWith(restOf(text))

/** What is left behind whole tokens, in capitals. */
function restOf(text: string): string {
  const words = text.toUpperCase()
  let at = 0
  for (;;) {
    while (/\s/.test(words.charAt(at))) at += 1
    if (!words.startsWith(TOKEN, at)) return words.slice(at)
    at += TOKEN.length
  }
}
