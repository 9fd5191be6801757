import type { Call, CallSet, Invocation, Result } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import type { ParsedCall, Solution } from '@/lib/domain/call/solution'
import type { Tool } from '@/lib/domain/call/tool'
import { approved, settled, waitingAsShown, withDecision } from '@/lib/domain/call/transitions'
import { authorOf, type Person } from '@/lib/domain/contract/person'
import { unattendedDenial } from '@/lib/domain/policy/judge'
import { controlReason, floorReason, reasonBy } from '@/lib/domain/policy/reason'
import { expiryOf } from '@/lib/domain/run/limits'
import type { RunRow } from '@/lib/domain/run/run'
import { setHead } from '@/lib/domain/run/run-changes'
import { sha256 } from '@/lib/record/digest'
import { insertDecisions } from '@/lib/store/call/decision'
import { argumentValue } from '@/lib/text/json/json-text'
import { isTooDeep, JSON_DEPTH, storable } from '@/lib/text/json/json-value'
import type { Effect } from '@/lib/tools/define-tool'
import type { Deps } from '../process/deps'
import { emitHookRuns, type HookSession } from '../write/ask-hooks'
import type { Write } from '../write/write'
import { type Assessment, assess, judgeSound } from './assess'
import type { CallScope } from './call-scope'
import { blockedCall, consultHooks, hookReason } from './consult-hooks'
import { addResultEntry, nothingRan, refusedBy, withinLimit } from './settle'

type Origin =
  | { origin: 'model'; run: RunRow; request: number }
  | { origin: 'person'; person: Person; run?: undefined; request?: undefined }

/** The Calls of a set are stored as they are born: waiting, approved or settled. */
export async function storeCalls(
  deps: Deps,
  write: Write,
  { proposals, from }: { from: Origin; proposals: Proposal[] },
): Promise<CallSet> {
  const { origin, run, request } = from
  const id = deps.newId()
  const set: CallSet = {
    id,
    sessionId: write.row.id,
    origin,
    runId: run?.id,
    request,
    size: proposals.length,
    createdAt: write.now,
    calls: proposals.map((proposal, index) => newCall(deps, write, { proposal, index, setId: id, from })),
  }
  write.work.addSet(set)
  const decisions = set.calls.flatMap(call => call.decisions.map(decision => ({ callId: call.id, decision })))
  insertDecisions(write.rows, write.row.id, decisions)
  for (const { id: callId, hooks } of proposals)
    emitHookRuns(write.emit, hooks?.runs ?? [], { runId: run?.id, callId })
  for (const call of set.calls) write.emit('call.proposed', { call, set: setHead(set) })
  for (const call of set.calls) {
    const [decision] = call.decisions
    if (decision) write.emit('call.decided', { call, kind: decision.kind, by: decision.by })
    if (call.state === 'waiting') write.emit('call.waiting', { call })
    if (call.state !== 'settled') continue
    write.emit('call.ended', { call })
    await addResultEntry(write, { call, runId: run?.id })
  }
  return set
}

type NewCall = { proposal: Proposal; index: number; setId: string; from: Origin }

function newCall(deps: Deps, write: Write, birth: NewCall): Call {
  const { assessment, proposed, blocked, hooks } = birth.proposal
  const call = waitingCall(deps, write, birth)
  if (blocked) return settled({ ...call, reason: floorReason('repeats') }, blocked, write.now)
  if (proposed.source?.output !== undefined) {
    const text = latentResult(proposed.source.output, proposed.tool, deps.tools.tool(proposed.tool))
    const result = withinLimit(text, write.row.limits)
    const method = result.isError ? ('explicit' as const) : ('latent' as const)
    return settled({ ...call, method, reason: controlReason('latent') }, result, write.now)
  }
  if (assessment.kind === 'broken') {
    const { message, codedText } = assessment
    const result = { ...nothingRan('error', message), ...(codedText && { codedText }) }
    return settled({ ...call, reason: floorReason('invalid') }, result, write.now)
  }
  if (hooks?.block) return blockedCall(write, call, hooks.block).after
  const { schedule } = birth.from.run?.by ?? {}
  const policy = { mode: write.row.mode, rules: write.work.rules, now: write.now, schedule }
  let { verdict, by, reason } = judgeSound(assessment, policy)
  // What a person asks for is approved by that, where they were shown it before: a revert waits to be seen. Only a Rule
  // that denies it speaks against it.
  if (birth.from.origin === 'person' && verdict !== 'deny') {
    if (birth.proposal.reverts !== undefined) return { ...call, reason: controlReason('revert') }
    verdict = 'allow'
    by = { type: 'person', ...authorOf(birth.from.person) }
    reason = reasonBy({ ...by, type: 'person' }, 'person', { name: by.name })
  }
  const objection = verdict === 'deny' ? undefined : hooks?.ask
  const denial = objection && unattendedDenial(policy)
  if (denial) ({ verdict, by, reason } = denial)
  else if (objection) {
    const wait = { why: 'hook', now: write.now, expiresAt: call.expiresAt } as const
    return waitingAsShown(call, { ...wait, reason: hookReason(objection, 'hookAsks') })
  }
  if (verdict === 'ask') return { ...call, reason }
  const kind = verdict === 'allow' ? ('approve' as const) : ('deny' as const)
  const decision: Decision = { id: deps.newId(), kind, by, at: write.now, digest: call.digest }
  const decided = withDecision({ ...call, reason }, decision)
  return verdict === 'allow'
    ? approved(decided, by, { effective: invocationOf(call) })
    : settled(decided, nothingRan('denied', refusedBy(by)), write.now)
}

/** The Call as it would wait. What could not be looked at has no definition and an own digest. */
function waitingCall(deps: Deps, write: Write, birth: NewCall): Call {
  const { proposed, assessment } = birth.proposal
  const { from } = birth
  const sound = assessment.kind === 'sound' ? assessment : null
  const tool = sound?.tool ?? deps.tools.tool(proposed.tool)
  return {
    id: birth.proposal.id,
    setId: birth.setId,
    sessionId: write.row.id,
    index: birth.index,
    providerCallId: proposed.id,
    dialect: from.origin === 'person' ? 'person' : (proposed.source?.dialect ?? 'native'),
    method: 'explicit',
    span: proposed.source?.span,
    reverts: birth.proposal.reverts,
    tool: proposed.tool,
    source: tool?.source ?? 'builtin',
    readOnly: tool?.readOnly ?? false,
    idempotent: tool?.idempotent ?? false,
    definitionHash: tool?.definitionHash ?? '',
    schema: tool?.schema ?? {},
    risk: sound?.risk ?? { level: tool?.risk ?? 'low', reasons: [] },
    preview: sound?.preview,
    proposed: { ...invocationIn(proposed), rawText: proposed.source?.rawText },
    effective: birth.proposal.hooks?.target,
    hooks: birth.proposal.hooks?.runs,
    outputPath: proposed.source?.outputPath,
    digest: sound?.digest ?? sha256(`${proposed.tool}\n${proposed.argumentsText}`),
    decisions: [],
    attempt: 0,
    state: 'waiting',
    why: sound?.tool.changed ? 'definition_changed' : 'policy',
    since: write.now,
    expiresAt: from.run && expiryOf(from.run.limits, write.now),
  }
}

const invocationIn = ({ tool, argumentsText, arguments: value }: Proposal['proposed']): Invocation => ({
  tool,
  argumentsText,
  arguments: value,
})

/** What a model says is the result of a Call of its own: its words, and nothing more. `output` is their JSON. */
function latentResult(output: string, name: string, tool: Tool | undefined): Result {
  if (tool && !tool.latent && !tool.readOnly)
    return nothingRan(
      'error',
      `${name} changes something when it runs: a call to it takes no output of your own. Nothing ran.`,
    )
  const value = argumentValue(output)
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return storable({ kind: 'ok', text, value, isError: false })
}

/**
 * A Call as it was proposed, looked at; its texts as they can be stored, and the id that it gets.
 * `reverts`: the Call that it undoes; `blocked`: what is told of it where it is not even judged.
 */
export type Proposal = {
  id: string
  proposed: ParsedCall & Invocation
  assessment: Assessment
  reverts?: string | undefined
  blocked?: Result
  /** What hooks said of it, and the arguments that they made. */
  hooks?: Awaited<ReturnType<typeof consultHooks>>
}

/** Looks at each Call of a set to be, in order, on top of what those before it will have made. */
export async function propose(
  deps: Deps,
  scope: CallScope,
  { calls, ids, session }: { calls: ParsedCall[]; ids?: string[]; session?: HookSession },
): Promise<Proposal[]> {
  const proposals: Proposal[] = []
  const earlier: Effect[] = []
  for (const [index, proposed] of calls.entries()) {
    const { tool, argumentsText } = proposed
    const assessment = await assess(deps, scope, { tool, argumentsText, earlier })
    const id = ids?.[index] ?? deps.newId()
    const call = storable(proposed)
    // What was read to look at a Call is what its text says.
    const value = assessment.kind === 'sound' ? assessment.arguments : argumentValue(call.argumentsText)
    const proposal: Proposal = { id, proposed: { ...call, arguments: value }, assessment }
    const isLatent = proposed.source?.output !== undefined
    if (session?.hooks.length && assessment.kind === 'sound' && !isLatent) {
      // Hooks may narrow it; all that follows is about the arguments that they leave.
      const check = (text: string) =>
        assess(deps, scope, { tool, argumentsText: text, earlier: [...earlier] })
      const target = invocationIn(proposal.proposed)
      proposal.hooks = await consultHooks(deps, session, { callId: id, target, check })
      proposal.assessment = proposal.hooks.assessment ?? assessment
    }
    if (proposal.assessment.kind === 'sound' && !isLatent && !proposal.hooks?.block)
      earlier.push(...proposal.assessment.effects)
    proposals.push(proposal)
  }
  return proposals
}

/**
 * Providers pair results with calls by id. A reply that uses an id twice gets new ones for the repeats, as it
 * does for ids that cannot be stored, and is then no longer word for word the provider's own.
 */
export function withUniqueIds(solution: Solution, newId: () => string): Solution {
  const ids = new Set<string>()
  const calls = solution.calls.map(call => {
    const isUsable = call.id !== '' && !ids.has(call.id) && storable(call.id) === call.id
    const id = isUsable ? call.id : newId()
    ids.add(id)
    return { ...call, id }
  })
  if (calls.every((call, index) => call.id === solution.calls[index]?.id)) return solution
  const plain = calls.map(({ source: text, ...call }) => call)
  return { ...solution, calls, message: { ...solution.message, calls: plain, verbatim: undefined } }
}

/** A reply is kept word for word only as far as it can be written down: see JSON_DEPTH. */
export const writable = (solution: Solution): Solution =>
  isTooDeep(solution.message.verbatim, JSON_DEPTH + ENVELOPE)
    ? { ...solution, message: { ...solution.message, verbatim: undefined } }
    : solution

const ENVELOPE = 20

/**
 * The Calls that count. A reply that met the output limit or was filtered may have lost the end of a Call,
 * and one made without tools has none: its text is kept, its Calls are dropped and told.
 */
export function usable(
  solution: Solution,
  { mayCall }: { mayCall: boolean },
): { solution: Solution; dropped: ParsedCall[] } {
  const whole = (solution.finish === 'stop' || solution.finish === 'calls') && mayCall
  if (whole || solution.calls.length === 0) return { solution, dropped: [] }
  const { message: modelMessage } = solution
  const text = modelMessage.dialect ? (modelMessage.plain ?? modelMessage.text) : modelMessage.text
  const nothingStored = { dialect: undefined, plain: undefined, verbatim: undefined }
  const message = { ...modelMessage, ...nothingStored, text, calls: [] }
  return { solution: { ...solution, calls: [], message }, dropped: solution.calls }
}
