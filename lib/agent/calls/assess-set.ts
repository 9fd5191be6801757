import type { Call, CallSet, WaitingCall } from '@/lib/domain/call/call'
import { invocationOf, isOpen, isWaiting, letsRun } from '@/lib/domain/call/call-state'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import { argumentsTextOf, type DecisionInput } from '@/lib/domain/call/decision-request'
import { findSets, invocation } from '@/lib/store/call/call'
import type { Effect } from '@/lib/tools/define-tool'
import { namedPaths } from '@/lib/tools/run-tool'
import { takeSnapshot } from '@/lib/tools/workspace/snapshot'
import { filePath } from '@/lib/tools/workspace/workspace-path'
import type { Deps } from '../process/deps'
import { type Assessment, assess } from './assess'
import { type CallScope, toolContext } from './call-scope'

/** What a Call of a set is to run; `null` where nothing of it will. */
type Intention = { call: Call; target: Target | null }
type Target = { tool: string; argumentsText: string }

/**
 * Looks at Calls of one set in their order, each on top of what the open ones before it will have made: two
 * edits of one file are shown as they will follow each other. Of the others only those are looked at whose
 * files matter to the ones that are asked about, or to one of them.
 */
export async function assessSet(
  deps: Deps,
  scope: CallScope,
  { intentions, callIds }: { intentions: Intention[]; callIds: ReadonlySet<string> },
): Promise<Map<string, Assessment>> {
  // A file may come from another one, and that from a third: they are looked for from the last Call to the first.
  const files = new Set<string>()
  const relevant: { call: Call; target: Target }[] = []
  for (const { call, target } of intentions.toReversed()) {
    if (!target) continue
    const paths = pathsOf(deps, target)
    const isChange = deps.tools.find(target.tool)?.readOnly === false && paths.some(path => files.has(path))
    if (!isChange && !callIds.has(call.id)) continue
    for (const path of paths) files.add(path)
    relevant.unshift({ call, target })
  }
  const earlier: Effect[] = []
  const assessments = new Map<string, Assessment>()
  for (const { call, target } of relevant) {
    const assessment = await assess(deps, scope, { ...target, earlier })
    if (callIds.has(call.id)) assessments.set(call.id, assessment)
    if (assessment.kind === 'sound') earlier.push(...assessment.effects)
  }
  return assessments
}

/** Looks at one invocation in the place of a Call, on top of what the open ones before it will have made. */
export async function assessInSet(
  deps: Deps,
  scope: CallScope,
  { call, target }: { call: Call; target: Target },
): Promise<Assessment> {
  const set = (await findSets(deps.sql, [call.setId]))[0]
  const before = set?.calls.filter(other => isOpen(other) && other.index < call.index) ?? []
  const intentions = before.map(other => ({ call: other, target: invocationOf(other) }))
  const callIds = new Set([call.id])
  const assessments = await assessSet(deps, scope, { intentions: [...intentions, { call, target }], callIds })
  return assessments.get(call.id) ?? assess(deps, scope, target)
}

/** The workspace paths that an invocation names; none where the Tool fails to tell, for then it will not run. */
function pathsOf(deps: Deps, { tool, argumentsText }: Target): string[] {
  const definition = deps.tools.find(tool)
  const named = definition && namedPaths(definition, invocation(tool, argumentsText).arguments)
  return named?.kind === 'paths' ? named.paths : []
}

/**
 * A fresh look at a Call: `current` as it was shown, with everything before it in its set as that was shown;
 * `next` as it would be once the Decisions hold. `input` is the Decision about it, if there is one; without
 * one it is a Call whose file an earlier Decision changes.
 */
export type Reassessment = {
  input: DecisionInput | undefined
  call: WaitingCall
  current: Assessment
  next: Assessment
  text: string
}

export async function reassessCalls(
  deps: Deps,
  scope: CallScope,
  { set, decisions }: { set: CallSet; decisions: DecisionInput[] },
): Promise<Reassessment[]> {
  const open = set.calls.filter(isOpen)
  const inputs = new Map(decisions.map(input => [input.callId, input]))
  // Calls about a file that an earlier one of the set, which will not run as it was shown, is about; or about one that such
  // a Call is about, as where a file is made, then moved, then changed.
  const behind = new Set<Call>()
  const files = new Set<string>()
  for (const call of open.filter(({ readOnly }) => !readOnly)) {
    const paths = pathsOf(deps, invocationOf(call))
    const isBehind = paths.some(path => files.has(path))
    if (isBehind) behind.add(call)
    if (isBehind || intentionOf(call, inputs.get(call.id)).target !== invocationOf(call))
      for (const path of paths) files.add(path)
  }
  const answered = open.filter(isWaiting).filter(call => {
    const input = inputs.get(call.id)
    return input ? letsRun(input) && whyNotDecide(call, input.kind) === null : behind.has(call)
  })
  if (answered.length === 0) return []
  const now = open.map(call => ({ call, target: invocationOf(call) }))
  const decided = open.map(call => intentionOf(call, inputs.get(call.id)))
  const isChanged = decided.some(({ target }, index) => target !== now[index]?.target)
  // Where several Calls of a set are about one file, each is assessed anew.
  const allPaths = open.flatMap(call => pathsOf(deps, invocationOf(call)))
  const isAnew = isChanged || new Set(allPaths).size < allPaths.length
  const looked: WaitingCall[] = []
  for (const call of answered) if (isAnew || !(await isAsShown(deps, scope, call))) looked.push(call)
  if (looked.length === 0) return []
  const ids = new Set(looked.map(call => call.id))
  const current = await assessSet(deps, scope, { intentions: now, callIds: ids })
  const next = isChanged ? await assessSet(deps, scope, { intentions: decided, callIds: ids }) : current
  return looked.flatMap(call => {
    const [before, after] = [current.get(call.id), next.get(call.id)]
    const text = decided.find(one => one.call === call)?.target?.argumentsText
    if (!before || !after || text === undefined) return []
    return [{ input: inputs.get(call.id), call, current: before, next: after, text }]
  })
}

/**
 * True where a look would show what was shown: the Tool is what it was, and so are the files that the Call depends on. What
 * a Call that names files changes is a function of its arguments and of what these files hold.
 */
async function isAsShown(deps: Deps, scope: CallScope, call: WaitingCall): Promise<boolean> {
  const tool = deps.tools.tool(invocationOf(call).tool)
  if (!tool || tool.definitionHash !== call.definitionHash || scope.excluded(tool)) return false
  const preconditions = call.preview?.preconditions ?? []
  const context = { ...toolContext(deps, scope), signal: NEVER }
  for (const { path, hash } of preconditions) {
    const file = filePath(path)
    const now = file.kind === 'path' && (await takeSnapshot(file, context))
    if (!now || now.kind === 'refused' || now.hash !== hash) return false
  }
  return preconditions.length > 0
}

/** What is read has a largest size, and a disk that hangs heeds no signal. */
const NEVER = new AbortController().signal

/** What a Call will run once a Decision holds: where there is none, what it would run as it stands. */
function intentionOf(call: Call, input: DecisionInput | undefined): Intention {
  const now = invocationOf(call)
  if (!input || input.kind === 'approve' || input.kind === 'retry') return { call, target: now }
  if (input.kind !== 'edit' && input.kind !== 'replace') return { call, target: null }
  const tool = input.kind === 'replace' ? input.tool : now.tool
  return { call, target: { tool, argumentsText: argumentsTextOf(input) } }
}
