/** What a model answers if it has nothing to say. It counts only as the whole of a reply, even repeated. */
const TOKEN = 'NO_REPLY'

/** Whether a reply is not to be shown. */
export const isSilentReply = (text: string): boolean => text.trim() !== '' && restOf(text) === ''

/** The beginning of a reply, which is not shown while it may still become one that is not. */
export class SilentBeginning {
  #rest = ''

  /** Whether it still may, with this at its end. */
  add(text: string): boolean {
    this.#rest = restOf(this.#rest + text)
    return TOKEN.startsWith(this.#rest)
  }
}

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
