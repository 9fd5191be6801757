import type { Call } from '@/lib/domain/call'
import type { Shown } from '@/lib/domain/transitions'
import { type Assessment, digestOf, type Place } from './assess'
import type { Deps } from './deps'

/**
 * What a card shows of a Call after a fresh look. Where the Call could not run as things are, the card says
 * so in the preview's place, and the person edits or denies it.
 */
export function shownOf(
  deps: Deps,
  place: Place,
  looked: { call: Call; assessment: Assessment; text: string },
): Shown {
  const { call, assessment, text } = looked
  if (assessment.kind === 'sound') return assessment
  const tool = deps.tools.tool(call.tool) ?? goneTool(call)
  const preview = { kind: 'text' as const, summary: assessment.message, preconditions: [] }
  const risk = { level: call.risk.level, reasons: ['It would fail as things are now'] }
  return { tool, preview, risk, digest: digestOf(tool, place, { argumentsText: text, preview }) }
}

/** A Tool that is no longer there, as the Call knows it. */
const goneTool = (call: Call): Shown['tool'] => ({
  id: call.tool,
  name: call.tool,
  title: call.tool,
  description: '',
  source: call.source,
  schema: call.schema,
  risk: call.risk.level,
  readOnly: call.readOnly,
  idempotent: call.idempotent,
  latent: false,
  definitionHash: call.definitionHash,
  enabled: false,
})
