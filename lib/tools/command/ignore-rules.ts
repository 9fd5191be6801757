/** One line of a `.gitignore`. `parts`: what its segments must be like; a name alone is looked for in any folder. */
export type IgnoreRule = { parts: Part[]; isName: boolean; isKept: boolean; onlyFolders: boolean }

/** `**` is any number of segments. */
type Part = '**' | Sign[]
/** One character that fits, or `*`: any number of them. */
type Sign = '*' | ((char: string) => boolean)

/** A longer line is no rule: how long one takes grows with its length. */
const LONGEST_RULE = 512

/**
 * The rules of a `.gitignore`, in order, as git reads them; null for a line that is none. Anybody may have written it: no
 * rule is made a regular expression, and none takes more steps than its signs times those of a path.
 */
export function* readIgnoreRules(text: string): Generator<IgnoreRule | null> {
  for (const line of text.replace(/^\ufeff/, '').split('\n')) yield ruleOf(withoutEnd(line))
}

/** What stands at a path below the folder of a rule. */
export type RuledPath = { names: string[][]; isFolder: boolean }

export function speaksOf({ parts, isName, onlyFolders }: IgnoreRule, path: RuledPath): boolean {
  if (onlyFolders && !path.isFolder) return false
  const names = isName ? path.names.slice(-1) : path.names
  let places = [0]
  for (const [index, part] of parts.entries()) {
    const [first] = places
    if (first === undefined) return false
    if (part === '**') {
      const least = index === parts.length - 1 ? first + 1 : first
      places = Array.from({ length: Math.max(0, names.length - least + 1) }, (_, n) => least + n)
    } else places = places.filter(place => isLike(names[place], part)).map(place => place + 1)
  }
  return places.includes(names.length)
}

/** Git compares bytes: each is a character here. */
export const bytesOf = (text: string): string[] => [...Buffer.from(text).toString('latin1')]

/** After a sign that does not fit, the last star takes one character more. */
function isLike(name: string[] | undefined, signs: Sign[]): boolean {
  if (!name) return false
  let [at, from] = [0, 0]
  let star: { at: number; from: number } | null = null
  while (from < name.length) {
    const sign = signs[at]
    if (sign === '*') {
      star = { at, from }
      at += 1
    } else if (sign?.(name[from] ?? '')) {
      at += 1
      from += 1
    } else if (star) {
      star.from += 1
      at = star.at + 1
      from = star.from
    } else return false
  }
  return signs.slice(at).every(sign => sign === '*')
}

/** Spaces at the end do not count, unless a backslash is before them. */
function withoutEnd(line: string): string {
  let [end, at] = [0, 0]
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  for (; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    if (text[at] !== ' ' || text[at - 1] === '\\') end = at + 1
  }
  return text.slice(0, end)
}

/** Null for what is no rule, and for one that nothing is like. */
function ruleOf(line: string): IgnoreRule | null {
  if (line === '' || line.startsWith('#') || line.length > LONGEST_RULE) return null
  const isKept = line.startsWith('!')
  const onlyFolders = line.endsWith('/')
  const pattern = line.slice(isKept ? 1 : 0, onlyFolders ? -1 : undefined)
  const isName = !pattern.includes('/')
  const parts = pattern === '' ? null : new PatternReader(pattern.replace(/^\//, '')).parts()
  return parts && { parts, isName, isKept, onlyFolders }
}

/** Nothing is like a pattern that breaks off. */
class BrokenPattern extends Error {}

class PatternReader {
  readonly #chars: string[]
  #at = 0

  constructor(pattern: string) {
    this.#chars = bytesOf(pattern)
  }

  parts(): Part[] | null {
    try {
      const parts = [this.#part()]
      while (this.#at < this.#chars.length) {
        this.#at += 1
        parts.push(this.#part())
      }
      return parts
    } catch (error) {
      if (error instanceof BrokenPattern) return null
      throw error
    }
  }

  /** Up to the next slash, or the end. */
  #part(): Part {
    const begin = this.#at
    const signs: Sign[] = []
    while (this.#at < this.#chars.length && this.#chars[this.#at] !== '/') {
      const sign = this.#sign()
      if (sign !== '*' || signs.at(-1) !== '*') signs.push(sign)
    }
    return signs[0] === '*' && signs.length === 1 && this.#at - begin > 1 ? '**' : signs
  }

  #sign(): Sign {
    const char = this.#next()
    if (char === '*') return '*'
    if (char === '?') return () => true
    if (char === '[') return this.#set()
    const literal = char === '\\' ? this.#next() : char
    return other => other === literal
  }

  #next(): string {
    const char = this.#chars[this.#at]
    this.#at += 1
    if (char === undefined) throw new BrokenPattern()
    return char
  }

  /** What stands in brackets. A bracket that closes is one of the characters where it comes first. */
  #set(): Sign {
    const isOther = ['!', '^'].includes(this.#chars[this.#at] ?? '')
    if (isOther) this.#at += 1
    const members: ((char: string) => boolean)[] = []
    let before: string | null = null
    for (let char = this.#next(); char !== ']' || members.length === 0; char = this.#next()) {
      const [after] = this.#chars.slice(this.#at)
      if (char === '[' && after === ':') {
        members.push(this.#named())
        before = null
      } else if (char === '-' && before !== null && after !== ']') {
        const [from, to] = [before, this.#literal(this.#next())]
        members.push(other => from <= other && other <= to)
        before = null
      } else {
        const literal = this.#literal(char)
        members.push(other => other === literal)
        before = literal
      }
    }
    return char => members.some(fits => fits(char)) !== isOther
  }

  #literal(char: string): string {
    return char === '\\' ? this.#next() : char
  }

  #named(): (char: string) => boolean {
    const end = this.#chars.indexOf(']', this.#at)
    const kind = CLASSES[this.#chars.slice(this.#at, end + 1).join('')]
    if (!kind) throw new BrokenPattern()
    this.#at = end + 1
    return char => kind.test(char)
  }
}

const CLASSES: Record<string, RegExp> = {
  ':alnum:]': /^[a-z\d]$/i,
  ':alpha:]': /^[a-z]$/i,
  ':blank:]': /^[ \t]$/,
  ':cntrl:]': /^[^ -~\x80-\xff]$/,
  ':digit:]': /^\d$/,
  ':graph:]': /^[!-~]$/,
  ':lower:]': /^[a-z]$/,
  ':print:]': /^[ -~]$/,
  ':punct:]': /^[!-/:-@[-`{-~]$/,
  ':space:]': /^[\t-\r ]$/,
  ':upper:]': /^[A-Z]$/,
  ':xdigit:]': /^[\da-f]$/i,
}
