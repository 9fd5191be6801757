import type { SettledCall } from './call'
import type { CallLine } from './entry'
import { decisionOf } from './transitions'

/** What the transcript keeps of a Call beside its Result. */
export function callLine(call: SettledCall): CallLine {
  const decision = decisionOf(call)
  return {
    tool: call.tool,
    summary: call.preview?.summary ?? '',
    result: call.result.kind,
    decided: decision?.kind,
    by: decision?.by,
    digest: call.digest,
    ...(call.method === 'latent' ? { isLatent: true as const } : {}),
  }
}
