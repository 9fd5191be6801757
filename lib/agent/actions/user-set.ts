import type { CallSet } from '@/lib/domain/call/call'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
import type { Tool } from '@/lib/domain/call/tool'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { By } from '@/lib/store/installation/idempotency-key'
import { findSession } from '@/lib/store/session/session'
import { judgeSound, policyNow } from '../calls/assess'
import { scopeOf } from '../calls/call-scope'
import { type Proposal, propose, storeCalls } from '../calls/store-calls'
import { storeInput } from '../loop/store-input'
import { refuseBroken } from '../process/broken-call'
import type { Deps } from '../process/deps'
import { mask } from '../write/mask'
import type { Write } from '../write/write'
import { openSession } from './open-session'

type UserSetCommand = By & {
  sessionId: string
  /** `reverts`: the Call that it undoes. */
  requested: { tool: string; argumentsText: string; reverts?: string }[]
  /** Which of the proposals are stored, in the order of the requested Calls, by the rows as they are then; or why none is. */
  grant: (write: Write, proposals: Proposal[]) => Promise<Proposal[] | Refusal>
}

/**
 * A person asks for Calls: a set of their own, which needs no Run and no Request. The asking approves what was shown
 * before, as far as no Rule denies it; the loop then runs it before all else, in whatever process. A revert waits first.
 */
export async function addUserSet(deps: Deps, command: UserSetCommand): Promise<CallSet | Refusal> {
  const unfit = deps.whyNotReady()
  if (unfit) return refuse('unavailable', unfit)
  const session = await findSession(deps.db, { id: command.sessionId })
  if (!session) return refuse('not_found', { code: 'problem.noSession' })
  const { value: requested } = await mask(deps, { sessionId: session.id }, command.requested)
  const calls = requested.map(({ tool, argumentsText }) => ({ id: deps.newId(), tool, argumentsText }))
  const all = await propose(deps, scopeOf(session, 'person'), { calls })
  const proposals = all.map((proposal, at) => ({ ...proposal, reverts: command.requested[at]?.reverts }))
  return storeInput(deps, command, async write => {
    const granted = await command.grant(write, proposals)
    if (granted instanceof Refusal) return granted
    return storeCalls(deps, write, { from: { origin: 'person', person: command.person }, proposals: granted })
  })
}

type Trial = { tool: string; argumentsText: string; sessionId: string | undefined }

/** What a trial would do, looked at as it is when it is sent. No Call is stored. */
export async function previewTool(deps: Deps, trial: Trial): Promise<PreviewAnswer | Refusal> {
  const unfit = deps.whyNotReady()
  if (unfit) return refuse('unavailable', unfit)
  const sessionId = trial.sessionId ?? (await trialsSession(deps, trial.tool))
  if (sessionId instanceof Refusal) return sessionId
  const session = await findSession(deps.db, { id: sessionId })
  if (!session) return refuse('not_found', { code: 'problem.noSession' })
  const { tool, argumentsText } = trial
  const { value: invocation } = await mask(deps, { sessionId }, { tool, argumentsText })
  const [proposal] = await propose(deps, scopeOf(session, 'person'), {
    calls: [{ id: deps.newId(), ...invocation }],
  })
  if (!proposal) return refuse('unknown_tool', { code: 'problem.noToolNamed', params: { tool } })
  const { assessment } = proposal
  const why = whyNotRun(deps, proposal)
  if (assessment.kind === 'broken') {
    if (why?.code !== 'invalid_arguments') return why ?? refuse(assessment.code, assessment.message)
    const level = deps.tools.tool(tool)?.risk ?? 'low'
    return { errors: assessment.errors, risk: { level, reasons: [] }, verdict: 'ask' }
  }
  if (why) return why
  const { preview, risk, digest } = assessment
  const { verdict, rule } = judgeSound(assessment, await policyNow(deps, session))
  const judgement = verdict === 'deny' ? { verdict, rule: rule?.id } : { verdict: 'allow' as const }
  return { errors: [], preview, risk, digest, ...judgement }
}

/**
 * A person runs a Tool. Whether it can run is asked where it is stored: what was stored under a key is answered again,
 * though it could not be run a second time. `previewDigest`: it runs as it was shown, or not at all.
 */
export async function runTool(
  deps: Deps,
  trial: Trial & By & { previewDigest?: string | undefined },
): Promise<CallSet | Refusal> {
  const { tool, argumentsText, previewDigest, person, once } = trial
  const sessionId = trial.sessionId ?? (await trialsSession(deps, tool))
  if (sessionId instanceof Refusal) return sessionId
  const grant = async (_: Write, [proposal]: Proposal[]): Promise<Proposal[] | Refusal> => {
    if (!proposal) return []
    const refusal = whyNotRun(deps, proposal)
    if (refusal) return refusal
    const { assessment } = proposal
    // A file may have changed since it was shown, and the Tool itself.
    const isAsShown = assessment.kind === 'sound' && assessment.digest === previewDigest
    if (previewDigest === undefined || isAsShown) return [proposal]
    return refuse('stale_digest', { code: 'problem.otherTrial' })
  }
  return addUserSet(deps, { sessionId, person, once, requested: [{ tool, argumentsText }], grant })
}

function whyNotRun(deps: Pick<Deps, 'tools'>, { proposed, assessment }: Proposal): Refusal | null {
  const tool = deps.tools.tool(proposed.tool)
  const refusal = tool && whyUnavailable(tool)
  if (refusal) return refusal
  if (tool?.changed) return refuse('invalid_request', { code: 'problem.notAccepted' })
  if (assessment.kind === 'sound') return null
  return refuseBroken(assessment)
}

const whyUnavailable = ({ unavailable, unavailableMessage: codedText }: Tool): Refusal | null =>
  unavailable === undefined
    ? null
    : refuse('invalid_request', unavailable, { ...(codedText && { codedText }) })

/** What is tried outside any conversation is kept together. It is not made for what can never run. */
async function trialsSession(deps: Deps, tool: string): Promise<string | Refusal> {
  const existing = deps.tools.tool(tool)
  if (!existing) return refuse('unknown_tool', { code: 'problem.noToolNamed', params: { tool } })
  const refusal = whyUnavailable(existing)
  if (refusal) return refusal
  const opened = await openSession(deps, { settings: { key: 'tools', title: 'Tried tools' } })
  return opened instanceof Refusal ? opened : opened.session.id
}
