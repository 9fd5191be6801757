import type { SettledCall } from './call'
import type { CallLine } from './entry'
import { decisionOf } from './transitions'

/** What the transcript keeps of a Call beside its Result. */
export function callLine(call: SettledCall): CallLine {
  const decision = decisionOf(call)
  return {
    tool: call.tool,
    summary: call.preview?.summary ?? cut(call.proposed.argumentsText),
    result: call.result.kind,
    decided: decision?.kind,
    by: decision?.by,
    digest: call.digest,
    ...(call.method === 'latent' ? { isLatent: true as const } : {}),
  }
}

const SUMMARY_CHARS = 120

/** Of what could not even be looked at, how it was asked for. */
const cut = (text: string): string => {
  const chars = [...text.slice(0, 2 * SUMMARY_CHARS)]
  return chars.length > SUMMARY_CHARS ? `${chars.slice(0, SUMMARY_CHARS).join('')}…` : text
}
