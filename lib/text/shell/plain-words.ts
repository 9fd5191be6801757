const GAP = /[ \t]*/y
const END = /[ \t\n]*$/y
const TO_NOTHING = /(?:\d*>>?|&>>?|\d*<)[ \t]*\/dev\/null(?=[ \t\n]|$)/y
const BARE = /[\p{L}\p{N}\p{M}_@%+=:,./^-]+/uy
const ESCAPED = /\\([^\n])/uy
const SINGLE = /'([^']*)'/y
const DOUBLE = /"((?:[^"\\$`]|\\[^\n])*)"/y
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/

/**
 * The words of a command, where its text is nothing but words: plain characters, escapes and quotes that hold no
 * expansion, and redirections to `/dev/null`. Null for everything else, however harmless it would be. It is the second
 * reader beside the parser, small enough to be checked by eye: what both read alike is a simple command.
 */
export function plainWords(text: string): string[] | null {
  const words: string[] = []
  for (let at = pass(GAP, text, 0); !takes(END, text, at); at = pass(GAP, text, at)) {
    const nothing = takes(TO_NOTHING, text, at)
    if (nothing) {
      at += nothing[0].length
      continue
    }
    const word = wordAt(text, at)
    if (!word || (words.length === 0 && ASSIGNMENT.test(text.slice(at, word.end)))) return null
    words.push(word.value)
    at = word.end
  }
  return words
}

function wordAt(text: string, start: number): { value: string; end: number } | null {
  let [value, at] = ['', start]
  while (!/[ \t\n]/.test(text[at] ?? ' ')) {
    const piece = pieceAt(text, at) ?? (text[at] === '#' && at > start ? { value: '#', size: 1 } : null)
    if (!piece) return null
    value += piece.value
    at += piece.size
  }
  return at > start ? { value, end: at } : null
}

function pieceAt(text: string, at: number): { value: string; size: number } | null {
  const double = takes(DOUBLE, text, at)
  if (double) return { value: (double[1] ?? '').replace(/\\(["\\$`])/g, '$1'), size: double[0].length }
  const bare = takes(BARE, text, at)
  if (bare) return { value: bare[0], size: bare[0].length }
  const quoted = takes(SINGLE, text, at) ?? takes(ESCAPED, text, at)
  return quoted && { value: quoted[1] ?? '', size: quoted[0].length }
}

function takes(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const pass = (pattern: RegExp, text: string, at: number): number =>
  at + (takes(pattern, text, at)?.[0].length ?? 0)
