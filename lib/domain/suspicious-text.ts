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
  try {
    JSON.parse(text, (key, value) => {
      found.push(key)
      if (typeof value === 'string') found.push(value)
      return value
    })
  } catch {
    return []
  }
  return found
}
