import type { Backtest, CallRef } from '@/lib/domain/contract/policy-operations'
import { type Refusal, refusedAt } from '@/lib/domain/contract/problem'
import { later } from '@/lib/domain/instant'
import { turnAfter } from '@/lib/domain/job'
import { judge } from '@/lib/domain/policy/judge'
import type { NewRule, Rule } from '@/lib/domain/policy/rule'
import { ruleText } from '@/lib/domain/policy/rule-text'
import { ruleWarnings } from '@/lib/domain/policy/rule-warnings'
import { phrase } from '@/lib/messages/phrase'
import { databaseNow } from '@/lib/store/connection/sql'
import { decidedCalls, rulesFor } from '@/lib/store/policy/rule'
import { argumentValue } from '@/lib/text/json/json-text'
import { subjectOf } from '../calls/assess'
import { ruleFault } from '../calls/rule-fault'
import type { Deps } from '../process/deps'

const DAYS_MS = 90 * 24 * 3_600_000

/** An answer is there within a second: what was not looked at by then is not counted. */
const LONGEST_MS = 800
const PAGE = 200
const MOST_LISTED = 100

const LIST_OF = { allow: 'allowed', ask: 'asked', deny: 'denied' } as const

/** What a person does who does not let a Call run as it was proposed. */
const CHANGES = new Set<string>(['deny', 'edit', 'replace'])

/** What a Rule alone would have done with the Calls that people decided, the newest first. */
export async function backtestRule(deps: Deps, input: NewRule): Promise<Backtest | Refusal> {
  const startMs = performance.now()
  const now = await databaseNow(deps.sql, deps.clock.offsetMs)
  const fault = ruleFault(deps, input, now)
  if (fault) return refusedAt('/rule', fault)
  const rule: Rule = { ...input, id: 'rule', number: 0, reads: false, enabled: true, uses: 0 }
  const policy = { mode: 'ask' as const, rules: [rule], now }
  const counts = { allowed: 0, asked: 0, denied: 0, conflicts: 0 }
  const lists: Record<keyof typeof counts, CallRef[]> = { allowed: [], asked: [], denied: [], conflicts: [] }
  const list = (name: keyof typeof counts, call: CallRef): void => {
    counts[name] += 1
    if (lists[name].length < MOST_LISTED) lists[name].push(call)
  }
  const since = later(now, -DAYS_MS)
  let before: string | undefined
  let isEnd = false
  while (!isEnd && performance.now() - startMs < LONGEST_MS) {
    const page = await decidedCalls(deps.sql, { tool: input.tool, since, before, limit: PAGE })
    for (const { argumentsText, workspace, ...call } of page) {
      const definition = deps.tools.find(call.tool)
      const tool = deps.tools.tool(call.tool)
      const target = { arguments: argumentValue(argumentsText), argumentsText, workspace }
      const subject = definition && tool && subjectOf(deps, { definition, tool }, target)
      if (!subject || 'bug' in subject) continue
      const then = judge({ ...subject, changed: false }, policy).verdict
      const ref = { ...call, then }
      list(LIST_OF[then], ref)
      if (then === 'allow' && CHANGES.has(call.decided)) list('conflicts', ref)
      await turnAfter(argumentsText.length)
    }
    before = page.at(-1)?.callId
    isEnd = page.length < PAGE
  }
  const codedText = ruleText(rule)
  const others = await rulesFor(deps.db, input.sessionId)
  return {
    considered: counts.allowed + counts.asked + counts.denied,
    counts,
    ...lists,
    stopped: !isEnd,
    text: phrase(codedText),
    codedText,
    warnings: ruleWarnings(rule, others).map(warning => ({ text: phrase(warning), codedText: warning })),
  }
}
