import { readJsonTree } from '@/lib/text/json/json-tree'
import { JSON_DEPTH } from '@/lib/text/json/json-value'
import { secretName } from './secret-name'

/** Transforms a text; `name`: of the value that it is, where it has one. */
type OfText = (text: string, name: string) => string

/** Deeper than anything that is stored: a provider's message wraps the arguments in an envelope. */
const DEPTH = JSON_DEPTH + 25

/** Maps every text in a value, keys included. The text of arguments is itself JSON and stays so. */
export const mapTexts = <T>(value: T, ofText: OfText): T =>
  mapped(value, ofText, { name: '', depth: DEPTH }) as T

function mapped(value: unknown, ofText: OfText, { name, depth }: { name: string; depth: number }): unknown {
  if (typeof value === 'string')
    return name === 'argumentsText' ? mapJsonText(value, ofText) : ofText(value, name)
  // A number is a secret only under a name that says so.
  if (typeof value === 'number' && secretName(name)) {
    const changed = ofText(`${value}`, name)
    return changed === `${value}` ? value : changed
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '[nested too deep]'
  const within = (part: unknown, own: string): unknown =>
    mapped(part, ofText, { name: own, depth: depth - 1 })
  if (Array.isArray(value)) return value.map((item, at) => within(item, nameInList(value, at) ?? name))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [ofText(key, ''), within(part, nameOf(value, key, name))]),
  )
}

/** The option before an item: `["--token", "…"]`. */
function nameInList(items: unknown[], at: number): string | null {
  const before = items[at - 1]
  return typeof before === 'string' && before.startsWith('--') && secretName(before) ? before : null
}

/** The name of a member; of `{"name": "API_KEY", "value": …}` that which stands beside it. */
function nameOf(object: object, key: string, outer: string): string {
  if (!/^(?:value|default|data|text|content)$/i.test(key)) return key
  const beside = Object.entries(object).find(([other]) => /^(?:name|key|id)$/i.test(other))?.[1]
  return typeof beside === 'string' ? beside : outer
}

/** Maps every string of a JSON text; what is no JSON, or says a value twice, is one text. */
export function mapJsonText(text: string, ofText: OfText): string {
  if (readJsonTree(text) === null) return ofText(text, '')
  let isChanged = false
  const changed = mapTexts(JSON.parse(text), (each, name) => {
    const other = ofText(each, name)
    isChanged ||= other !== each
    return other
  })
  return isChanged ? JSON.stringify(changed) : text
}
