import type { Remember } from '@/lib/domain/decision-request'
import type { Rule } from '@/lib/domain/rule'
import { insertRule } from '@/lib/store/rule'
import type { Deps } from './deps'
import type { Write } from './write'

/** Makes the Rule that a person asked for together with a Decision. It never approves Calls that wait. */
export async function remember(
  deps: Deps,
  write: Write,
  about: { callId: string; wish: Remember },
): Promise<void> {
  const rule: Rule = {
    id: deps.newId(),
    effect: 'allow',
    tool: '*',
    reads: true,
    matchers: [],
    scope: about.wish.scope,
    sessionId: write.row.id,
    enabled: true,
    note: 'Reads in this workspace',
    origin: { callId: about.callId },
    uses: 0,
  }
  await insertRule(write.tx, rule, write.now)
  write.emit('policy.changed', { rule })
}
