import { hasHiddenCharacters, hasLookAlikes } from './hidden-characters'

export type Suspicion = 'hidden' | 'look_alike'

/** What in arguments may be read as something else, also where JSON escapes spell it. */
export function suspicionsIn(argumentsText: string): Suspicion[] {
  const texts = [argumentsText, ...stringsIn(argumentsText)]
  return [
    ...(texts.some(hasHiddenCharacters) ? (['hidden'] as const) : []),
    ...(texts.some(hasLookAlikes) ? (['look_alike'] as const) : []),
  ]
}

/** Every key and string of a JSON text; none where it is no JSON. */
function stringsIn(text: string): string[] {
  const found: string[] = []
  const values = [parse(text)]
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    if (typeof value === 'string') found.push(value)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value)) {
      if (!Array.isArray(value)) found.push(key)
      values.push(part)
    }
  }
  return found
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
