import type { Call } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import type { Remember } from '@/lib/domain/decision-request'
import type { Rule } from '@/lib/domain/rule'
import { insertRule } from '@/lib/store/rule'
import type { Deps } from './deps'
import type { Write } from './write'

/**
 * Makes the Rule that a person asked for together with a Decision: allow, for the tool that is to run. It
 * never approves Calls that wait already.
 */
export async function remember(
  deps: Deps,
  write: Write,
  about: { call: Call; wish: Remember },
): Promise<void> {
  const { call, wish } = about
  const rule: Rule = {
    id: deps.newId(),
    effect: 'allow',
    ...(wish.reads
      ? { tool: '*', reads: true, note: 'Reads in this workspace' }
      : { tool: invocationOf(call).tool, reads: false }),
    matchers: wish.matchers,
    scope: wish.scope,
    ...(wish.scope === 'session' ? { sessionId: write.row.id } : {}),
    expiresAt: wish.expiresAt,
    enabled: true,
    origin: { callId: call.id },
    uses: 0,
  }
  await insertRule(write.tx, rule, write.now)
  write.emit('policy.changed', { rule })
}
