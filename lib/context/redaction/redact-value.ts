import { JSON_DEPTH } from '@/lib/json/json-value'

/** Transforms a text; `name` is the key it is under. */
export type OfText = (text: string, name?: string) => string

/** Deeper than anything that is stored: a provider's message wraps the arguments in an envelope. */
const DEPTH = JSON_DEPTH + 25

/**
 * Maps every text in a value, keys included. The text of arguments is itself JSON and stays so: only its strings are
 * changed, not how the rest is written.
 */
export const mapTexts = <T>(value: T, ofText: OfText): T => mapped(value, ofText, { depth: DEPTH }) as T

function mapped(value: unknown, ofText: OfText, at: { depth: number; name?: string }): unknown {
  if (typeof value === 'string') {
    return at.name === 'argumentsText' ? mapJsonText(value, ofText) : ofText(value, at.name)
  }
  if (typeof value !== 'object' || value === null) return value
  if (at.depth === 0) return '[nested too deep]'
  const depth = at.depth - 1
  if (Array.isArray(value)) return value.map(part => mapped(part, ofText, { depth }))
  const entries = Object.entries(value).map(([name, part]) => [
    ofText(name),
    mapped(part, ofText, { depth, name }),
  ])
  return Object.fromEntries(entries)
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/** Maps every string of a JSON text; anything else is one text. */
export function mapJsonText(text: string, ofText: OfText): string {
  if (!isJson(text)) return ofText(text)
  let made = ''
  let end = 0
  let key: string | undefined
  for (const { 0: token, index } of text.matchAll(STRING)) {
    const name = isAfterKey(text.slice(end, index)) ? key : undefined
    const said: string = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
    const changed = ofText(said, name)
    made += text.slice(end, index) + (changed === said ? token : JSON.stringify(changed))
    end = index + token.length
    key = said
  }
  return made + text.slice(end)
}

const isAfterKey = (between: string): boolean => between.trim() === ':'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
