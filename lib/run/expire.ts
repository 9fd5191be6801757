import type { WaitingCall } from '@/lib/domain/call'
import type { Decision } from '@/lib/domain/decision'
import type { RunRow } from '@/lib/domain/run'
import { withDecision } from '@/lib/domain/transitions'
import { insertDecisions } from '@/lib/store/decision'
import type { Deps } from './deps'
import { nothingRan, settle } from './settle'
import type { Write } from './write'

/** Nobody decided in time. That is a Result of its own, never “denied”. */
export async function expire(
  deps: Deps,
  write: Write,
  about: { run: RunRow; calls: WaitingCall[] },
): Promise<void> {
  for (const call of about.calls) {
    const decision: Decision = {
      id: deps.newId(),
      kind: 'deny',
      by: { type: 'expiry', id: 'expiry', name: 'Expired' },
      at: write.now,
      digest: call.digest,
    }
    await insertDecisions(write.tx, write.row.id, [{ callId: call.id, decision }])
    const decided = withDecision(call, decision)
    write.emit('call.decided', { call: decided, kind: decision.kind, by: decision.by }, call)
    const result = nothingRan('expired', 'Not run: nobody decided in time.')
    await settle(deps, write, { call: decided, runId: about.run.id, result })
  }
}
