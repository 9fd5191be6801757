import { authorOf, type Person } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Instant } from '@/lib/domain/instant'
import type { NewRule, Rule, RuleItem, RulePatch } from '@/lib/domain/policy/rule'
import type { Tx } from '@/lib/store/connection/database'
import { Rows } from '@/lib/store/connection/rows'
import type { By } from '@/lib/store/installation/idempotency-key'
import { lockInstallation } from '@/lib/store/installation/installation'
import { findRule, insertRule, removeRule, ruleItems, saveRule } from '@/lib/store/policy/rule'
import { ruleFault } from '../calls/rule-fault'
import type { Deps } from '../process/deps'
import { transact } from '../write/transaction'
import { writeSession } from '../write/write'

/** A person makes a Rule. It decides no Calls that wait already. */
export async function addRule(
  deps: Deps,
  { rule: input, person, once }: By & { rule: NewRule },
): Promise<RuleItem | Refusal> {
  const ruleAt = (at: Instant): Omit<Rule, 'number'> => ({
    ...deps.redaction.mask(input),
    id: deps.newId(),
    reads: false,
    createdAt: at,
    uses: 0,
  })
  const { sessionId } = input
  if (sessionId === undefined)
    return transact<RuleItem>(deps, once, async unit => {
      const fault = ruleFault(deps, input, unit.at)
      if (fault) return fault
      const rule = { ...ruleAt(unit.at), number: (await lockInstallation(unit.tx)).rulesMade + 1 }
      const rows = new Rows()
      insertRule(rows, rule)
      await rows.write(unit.tx)
      await unit.record({ type: 'rule.added', data: { rule, by: person.id } })
      return itemOf(unit.tx, rule)
    })
  const rule = await writeSession<Rule>(deps, { sessionId, once }, async write => {
    const fault = ruleFault(deps, input, write.now)
    if (fault) return fault
    const added = write.work.addRule(ruleAt(write.now))
    write.emit('policy.changed', { rule: added, by: authorOf(person) })
    return added
  })
  return rule instanceof Refusal ? rule : itemOf(deps.db, rule)
}

/** A person changes a Rule, from the next judgement on. */
export async function changeRule(
  deps: Deps,
  { id, patch, person }: By & { id: string; patch: RulePatch },
): Promise<RuleItem | Refusal> {
  const changed = await replaceRule(deps, { id, person }, (before, now) => {
    const fields = Object.entries(deps.redaction.mask(patch)).filter(([, value]) => value !== undefined)
    // What is null is taken away.
    const after: Rule = {
      ...before,
      ...Object.fromEntries(fields.map(([name, value]) => [name, value ?? undefined])),
    }
    const isShape = patch.tool !== undefined || patch.matchers !== undefined || patch.effect !== undefined
    const isLater = patch.expiresAt != null
    if (!isShape && !isLater) return after
    return ruleFault(deps, { ...after, expiresAt: isLater ? after.expiresAt : undefined }, now) ?? after
  })
  return changed instanceof Refusal ? changed : itemOf(deps.db, changed)
}

/** A person revokes a Rule. What it decided stays in the record. */
export async function deleteRule(deps: Deps, { id, person }: By & { id: string }): Promise<null | Refusal> {
  const removed = await replaceRule(deps, { id, person }, () => null)
  return removed instanceof Refusal ? removed : null
}

/** Gives the Rule as it is then, or as it was removed. `change` gives it as it is to be; null removes it. */
async function replaceRule(
  deps: Deps,
  { id, person }: { id: string; person: Person },
  change: (before: Rule, now: Instant) => Rule | null | Refusal,
): Promise<Rule | Refusal> {
  const stored = await findRule(deps.db, id)
  if (!stored) return NONE
  const { sessionId } = stored
  if (sessionId !== undefined)
    return writeSession<Rule>(deps, { sessionId }, async write => {
      const before = await findRule(write.db, id)
      const after = before ? change(before, write.now) : NONE
      if (!before || after instanceof Refusal) return after ?? NONE
      if (after) write.work.changeRule({ before, after })
      else write.work.removeRule(id)
      const isRemoved = after ? {} : { removed: true as const }
      write.emit('policy.changed', { rule: after ?? before, ...isRemoved, by: authorOf(person) })
      return after ?? before
    })
  return transact<Rule>(deps, undefined, async unit => {
    const before = await findRule(unit.tx, id)
    const after = before ? change(before, unit.at) : NONE
    if (!before || after instanceof Refusal) return after ?? NONE
    const rows = new Rows()
    if (after) saveRule(rows, { before, after })
    else removeRule(rows, id)
    await rows.write(unit.tx)
    const type = after ? ('rule.changed' as const) : ('rule.removed' as const)
    await unit.record({ type, data: { rule: after ?? before, by: person.id } })
    return after ?? before
  })
}

const itemOf = async (tx: Tx, rule: Rule): Promise<RuleItem> =>
  (await ruleItems(tx, [rule]))[0] ?? { ...rule, text: '' }

const NONE = refuse('not_found', { code: 'problem.noRule' })
