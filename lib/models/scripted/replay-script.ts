import * as z from 'zod'

const ms = z.int().min(0).max(3_600_000)

export const ReplayFault = z.enum([
  'http_500',
  'rate_limit',
  'disconnect',
  'eof',
  'hang',
  'bad_json',
  'overflow',
  'length',
])
export type ReplayFault = z.infer<typeof ReplayFault>

/**
 * The answer to one Request. `raw` is streamed after `text`, unchanged. `arguments` given as a string are the argument
 * text itself, which need not be JSON; `delayMs` comes before the first piece, `chunkMs` between pieces.
 */
export const Cue = z.strictObject({
  text: z.string().optional(),
  reasoning: z.string().optional(),
  calls: z.array(z.strictObject({ name: z.string().min(1), arguments: z.json().optional() })).optional(),
  raw: z.string().optional(),
  delayMs: ms.optional(),
  chunkMs: ms.optional(),
  fault: ReplayFault.optional(),
})
export type Cue = z.infer<typeof Cue>

/** `compaction`: the answers to requests for a summary, which use up none of the turns. */
export const ReplayScript = z.strictObject({
  turns: z.array(Cue).min(1),
  repeat: z.boolean().optional(),
  compaction: z.array(Cue).min(1).optional(),
})
export type ReplayScript = z.infer<typeof ReplayScript>

type ReadScript =
  | { kind: 'script'; script: ReplayScript }
  | { kind: 'faulty'; errors: string[] }
  | { kind: 'no_script' }

/** A text is meant as a script if it is an object with `turns`, or would be one if its JSON were valid. */
export function readScript(text: string): ReadScript {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.includes('"turns"')) return { kind: 'no_script' }
  const parsed = parse(trimmed)
  if (!parsed.ok) return { kind: 'faulty', errors: [`It is not valid JSON: ${parsed.message}`] }
  if (typeof parsed.value !== 'object' || parsed.value === null || !('turns' in parsed.value))
    return { kind: 'no_script' }
  const script = ReplayScript.safeParse(parsed.value)
  if (script.success) return { kind: 'script', script: script.data }
  return {
    kind: 'faulty',
    errors: script.error.issues.map(issue => `${pathOf(issue.path)}: ${issue.message}`),
  }
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

/** `turns[0].calls[1].name` */
const pathOf = (path: PropertyKey[]): string =>
  path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'script'
