/** A piece is not much longer than this, in characters. */
const PIECE = 65_536
/** The assumed length of a number, a key's quotes and the like. */
const SIGN = 4

/** Like JSON.stringify for a JSON value, in pieces: whoever writes megabytes can yield between two. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* stringPieces(value)
  else if (typeof value !== 'object' || value === null || isSmall(value))
    yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* listPieces(value)
  else yield* objectPieces(value)
}

function* stringPieces(text: string): Generator<string> {
  if (text.length <= PIECE) return yield JSON.stringify(text)
  yield '"'
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from)
    yield JSON.stringify(text.slice(from, to)).slice(1, -1)
    from = to
  }
  yield '"'
}

/** Never splits a surrogate pair: each half would be written as an escape. */
function endOfPiece(text: string, from: number): number {
  const to = from + PIECE
  const isTorn = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800
  return isTorn ? to + 1 : to
}

function* listPieces(list: unknown[]): Generator<string> {
  let before = '['
  for (const item of list) {
    yield before
    yield* jsonPieces(item)
    before = ','
  }
  yield ']'
}

function* objectPieces(value: object): Generator<string> {
  let before = '{'
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || typeof item === 'function') continue
    yield `${before}${JSON.stringify(key)}:`
    yield* jsonPieces(item)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Whether one piece is enough for a value. */
export const isSmall = (value: unknown): boolean => charsLeft(value, PIECE) > 0

/** How many characters remain after a value, estimated from its strings and the number of its parts. */
function charsLeft(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length
  if (typeof value !== 'object' || value === null) return room - SIGN
  let rest = room
  for (const [key, item] of Object.entries(value)) {
    rest = charsLeft(item, rest - key.length - SIGN)
    if (rest <= 0) break
  }
  return rest
}
