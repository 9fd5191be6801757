import * as z from 'zod'

const ms = z.int().min(0).max(3_600_000)

/**
 * The answer to one Request. `raw` is streamed after `text`, unchanged. `arguments` given as a string are the argument
 * text itself, which need not be JSON; `delayMs` comes before the first piece, `chunkMs` between pieces.
 */
const Cue = z.strictObject({
  text: z.string().optional(),
  reasoning: z.string().optional(),
  calls: z.array(z.strictObject({ name: z.string().min(1), arguments: z.json().optional() })).optional(),
  raw: z.string().optional(),
  delayMs: ms.optional(),
  chunkMs: ms.optional(),
  fault: z
    .enum(['http_500', 'rate_limit', 'disconnect', 'eof', 'hang', 'bad_json', 'overflow', 'length'])
    .optional(),
})
export type Cue = z.infer<typeof Cue>

/** `compaction`: the answers to requests for a summary, which use up none of the turns. */
const ReplayScript = z.strictObject({
  turns: z.array(Cue).min(1),
  repeat: z.boolean().optional(),
  compaction: z.array(Cue).min(1).optional(),
})

export type ReadScript =
  | { kind: 'script'; script: z.infer<typeof ReplayScript> }
  | { kind: 'faulty'; errors: string[] }
  | { kind: 'no_script' }

/** A text is meant as a script if it is an object with `turns`, or would be one if its JSON were valid. */
export function readScript(text: string): ReadScript {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.includes('"turns"')) return { kind: 'no_script' }
  let value: Record<string, unknown>
  try {
    value = JSON.parse(trimmed)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'faulty', errors: [`It is not valid JSON: ${reason}`] }
  }
  if (!('turns' in value)) return { kind: 'no_script' }
  const script = ReplayScript.safeParse(value)
  if (script.success) return { kind: 'script', script: script.data }
  return {
    kind: 'faulty',
    errors: script.error.issues.map(issue => `${pathOf(issue.path)}: ${issue.message}`),
  }
}

/** `turns[0].calls[1].name` */
const pathOf = (path: PropertyKey[]): string =>
  path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'script'
