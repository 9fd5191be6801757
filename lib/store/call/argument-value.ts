import { holdsTooMuch } from '@/lib/json/json-text'

/** The value of an arguments text; a text that is no JSON, or holds too much to be walked, stands for itself. */
export function argumentValue(text: string): unknown {
  try {
    return holdsTooMuch(text) ? text : JSON.parse(text)
  } catch {
    return text
  }
}
