import type { Call } from '@/lib/domain/call/call'
import type { CardContent } from '@/lib/domain/call/transitions'
import type { Deps } from '../process/deps'
import { type Assessment, type CallScope, digestOf } from './assess'

/**
 * What a card shows of a Call after a fresh look. Where the Call could not run as things are, the card says
 * so in the preview's place, and the person edits or denies it.
 */
export function callCard(
  deps: Deps,
  place: CallScope,
  looked: { call: Call; assessment: Assessment; text: string },
): CardContent {
  const { call, assessment, text } = looked
  if (assessment.kind === 'sound') return assessment
  const tool = deps.tools.tool(call.tool) ?? goneTool(call)
  const preview = { kind: 'text' as const, summary: assessment.message, preconditions: [] }
  const risk = { level: call.risk.level, reasons: ['It would fail as things are now'] }
  return { tool, preview, risk, digest: digestOf(tool, place, { argumentsText: text, preview }) }
}

/** A Tool that is no longer there, as the Call knows it. */
const goneTool = (call: Call): CardContent['tool'] => ({
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
