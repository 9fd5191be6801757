import type { ApprovedCall, Result, WaitingReason } from '@/lib/domain/call'
import { isByPerson } from '@/lib/domain/call-state'
import { type Decision, letsRun } from '@/lib/domain/decision'
import { judge } from '@/lib/domain/judge'
import type { Rule } from '@/lib/domain/rule'
import type { RunRow } from '@/lib/domain/run'
import { active } from '@/lib/domain/run-changes'
import { decisionOf, executing, withVoid } from '@/lib/domain/transitions'
import { countRuleUses } from '@/lib/store/rule'
import { namedPaths } from '@/lib/tools/named-paths'
import { digestOf, pathsUntold } from './assess'
import { changeCall } from './change-call'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { placeOf } from './place'
import { nothingRan, settle } from './settle'
import type { Task } from './task'
import type { Write } from './write'

/**
 * Approved Calls begin: each is checked once more against what was decided, and `executing` is stored, with
 * the lease's epoch, before its effect. One that no longer is what was decided is looked at afresh instead.
 */
export async function beginCalls(
  deps: Deps,
  write: Write,
  about: { run: RunRow | undefined; calls: ApprovedCall[] },
): Promise<Task[]> {
  const { rules } = await write.work.now()
  const tasks: Task[] = []
  for (const call of about.calls) {
    const check = recheck(deps, write, { call, rules })
    if (check.kind === 'ends') {
      const { after, result } = check
      const runId = isByPerson(call) ? undefined : about.run?.id
      await settle(deps, write, { call: after, before: call, runId, result })
    } else if (check.kind === 'again')
      tasks.push({ do: 'reassess', call, why: check.why, session: write.row })
    else tasks.push(await begin(write, call, about.run))
  }
  const begun = tasks.flatMap(task => (task.do === 'perform' ? [task.call] : []))
  if (about.run && !begun.every(isByPerson)) await resume(write, about.run)
  const rulesUsed = begun.flatMap(({ by }) => (by.type === 'rule' ? [by.id] : []))
  await countRuleUses(write.tx, rulesUsed, write.now)
  return tasks
}

/** A Run keeps the limits that it began with; what people ask for has those of the session. */
async function begin(write: Write, call: ApprovedCall, run: RunRow | undefined): Promise<Task> {
  const after = executing(call, write.row.leaseEpoch, write.now)
  await changeCall(write, { before: call, after })
  write.emit('call.started', { call: after }, call)
  const limits = (!isByPerson(call) && run?.limits) || write.row.limits
  return { do: 'perform', call: after, limits, session: write.row }
}

async function resume(write: Write, run: RunRow): Promise<void> {
  if (run.status === 'running') return
  await changeRun(write, { before: run, after: active(run, write.now) })
}

type Check =
  | { kind: 'as_decided' }
  | { kind: 'ends'; after: ApprovedCall; result: Result }
  | { kind: 'again'; why: WaitingReason }

/**
 * Is this still what was decided? The digest is recomputed from the stored bytes; a new deny wins; an
 * approval that no person gave must still hold; a Tool's changed definition is for a person to see.
 */
function recheck(deps: Deps, write: Write, about: { call: ApprovedCall; rules: Rule[] }): Check {
  const { call, rules } = about
  const place = placeOf(write.row)
  const definition = deps.tools.find(call.effective.tool)
  const tool = deps.tools.tool(call.effective.tool)
  if (!definition || !tool || tool.definitionHash !== call.definitionHash) {
    return { kind: 'again', why: 'definition_changed' }
  }
  const decision = decisionOf(call)
  const digest = digestOf(tool, place, { argumentsText: call.effective.argumentsText, preview: call.preview })
  if (!decision || !mayBegin(call, decision) || digest !== (decision.effectiveDigest ?? decision.digest))
    return { kind: 'again', why: 'drifted' }
  const { argumentsText } = call.effective
  const named = namedPaths(definition, call.effective.arguments)
  if (named.kind === 'error')
    return { kind: 'ends', after: call, result: nothingRan('error', pathsUntold(deps, tool, named)) }
  const judged = {
    tool: tool.name,
    source: tool.source,
    readOnly: tool.readOnly,
    argumentsText,
    arguments: call.effective.arguments,
    paths: named.paths,
  }
  const judgement = judge(judged, { mode: write.row.mode, rules, now: write.now })
  if (judgement.verdict === 'deny') {
    const result = nothingRan('denied', `Refused by a rule: ${judgement.by.name}.`)
    return { kind: 'ends', after: withVoid(call, 'policy'), result }
  }
  if (judgement.verdict === 'ask' && decision.by.type !== 'person') return { kind: 'again', why: 'policy' }
  return { kind: 'as_decided' }
}

/** One Decision lets a Call begin once; only what may be repeated without harm begins again by itself. */
const mayBegin = (call: ApprovedCall, decision: Decision): boolean =>
  letsRun(decision) && (call.idempotent || call.attempt < call.decisions.filter(mayHaveBegun).length)

const mayHaveBegun = (decision: Decision): boolean => letsRun(decision) && decision.void !== 'undone'
