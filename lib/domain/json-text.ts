import { JSON_DEPTH } from './json-depth'

/**
 * Arguments are text: what a person did not change arrives byte for byte, and the digest is over the bytes.
 * Reading such a text is stricter than JSON.parse. A key given twice, a number that a double cannot hold and
 * half of a character are refused, because each would let the text say one thing and the value another; a NUL
 * character, because no text of the database can hold it; and depth in which whoever walks the value could
 * drown.
 */
export type JsonText = { ok: true; value: unknown } | { ok: false; path: string; message: string }

export function parseJsonText(text: string): JsonText {
  if (text.includes('\0')) return refuse('', NUL)
  try {
    const value: unknown = JSON.parse(text)
    return scan(text) ?? { ok: true, value }
  } catch (error) {
    return refuse('', `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const NUL = 'The text holds a NUL character.'
const TOO_DEEP = `This is nested more than ${JSON_DEPTH} levels deep.`

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

type Level = { keys: Set<string> | null; key: string; index: number }

/** Walks the tokens of a text that JSON.parse accepted; finds what JSON.parse lets pass. */
function scan(text: string): JsonText | null {
  const levels: Level[] = []
  let expectsKey = false
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      if (levels.length === JSON_DEPTH) return refuse(pathOf(levels), TOO_DEEP)
      levels.push({ keys: token === '{' ? new Set() : null, key: '', index: 0 })
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level) level.index += 1
    else if (expectsKey && level?.keys && token !== ':') {
      level.key = JSON.parse(token)
      const message = textFault(level.key) ?? (level.keys.has(level.key) ? twice(level.key) : null)
      if (message) return refuse(pathOf(levels), message)
      level.keys.add(level.key)
    } else {
      const message = scalarFault(token)
      if (message) return refuse(pathOf(levels), message)
    }
    expectsKey = token === '{' || (token === ',' && Boolean(levels.at(-1)?.keys))
  }
  return null
}

function scalarFault(token: string): string | null {
  if (token.startsWith('"')) return textFault(JSON.parse(token))
  if (!/^-?\d/.test(token)) return null
  return survives(token) ? null : `The number ${token} is too large or too precise to keep exactly.`
}

const twice = (key: string): string => `The key "${key}" is given twice.`

function textFault(text: string): string | null {
  if (text.includes('\0')) return NUL
  return text.isWellFormed() ? null : 'The text holds half of a character.'
}

/** True where the double nearest to the written number has the same digits: 1.0, 1e2 and 0.1 do, 2^53+1 does not. */
function survives(written: string): boolean {
  const value = Number(written)
  if (!Number.isFinite(value)) return false
  return digits(written) === digits(String(value))
}

/** Significant digits and exponent of a decimal number, however it is written. */
function digits(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const significant = all.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + (all.length - significant.length)}`
}

const refuse = (path: string, message: string): JsonText => ({ ok: false, path, message })

/** JSON pointer of the place that the scan has reached. */
const pathOf = (levels: Level[]): string =>
  levels
    .map(level => `/${level.keys ? level.key.replace(/~/g, '~0').replace(/\//g, '~1') : level.index}`)
    .join('')
