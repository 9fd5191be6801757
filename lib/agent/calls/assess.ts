import { posix } from 'node:path'
import type { Call } from '@/lib/domain/call/call'
import type { DefinitionChange, Preview } from '@/lib/domain/call/preview'
import type { Risk, RiskLevel, Tool } from '@/lib/domain/call/tool'
import type { CardContent } from '@/lib/domain/call/transitions'
import { fieldFault } from '@/lib/domain/contract/problem'
import { isJobOverdue } from '@/lib/domain/job'
import { type Judgement, judge, type Policy, type PolicySubject } from '@/lib/domain/policy/judge'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { handlesIn, holdsHandle, secretHandle } from '@/lib/domain/policy/secret-handle'
import { FIND_SUSPICIONS, type Suspicion, suspicionsIn } from '@/lib/domain/policy/suspicious-text'
import { modeAt } from '@/lib/domain/session/mode'
import { callDigest } from '@/lib/record/digest'
import { databaseNow } from '@/lib/store/connection/sql'
import { rulesFor } from '@/lib/store/policy/rule'
import { definitionText } from '@/lib/store/servers/definition'
import type { SessionRow } from '@/lib/store/session/session'
import { storable } from '@/lib/text/json/json-value'
import { oneLine } from '@/lib/text/truncate'
import type { Effect, ToolDefinition } from '@/lib/tools/define-tool'
import { COMPARE_TEXTS } from '@/lib/tools/files/change/unified-diff'
import { checkArguments } from '@/lib/tools/read-arguments'
import { namedPaths, preview } from '@/lib/tools/run-tool'
import { type BrokenCall, brokenAs, brokenCall, invalidArguments } from '../process/broken-call'
import type { Deps } from '../process/deps'
import { reportBug } from '../process/error-fields'
import { mask } from '../write/mask'
import { type CallScope, toolContext } from './call-scope'

/**
 * What can be said of an invocation before it runs. `broken`: it cannot run at all, and nobody need be
 * asked; `message` tells the model, `errors` a person.
 */
export type Assessment =
  | BrokenCall
  | {
      kind: 'sound'
      tool: Tool
      arguments: unknown
      paths: string[]
      programs: string[]
      reach: string[]
      preview: Preview
      risk: Risk & { suspicions: Suspicion[] }
      digest: string
      effects: Effect[]
    }

/** `earlier`: what the Calls before it in its set will have made, where they run as they are shown. */
type Target = { tool: string; argumentsText: string; earlier?: Effect[] }

/**
 * validate → preview → risk → digest. The one way to look at an invocation, whoever proposes it. What cannot be shown
 * in the time there is does not run.
 */
export async function assess(deps: Deps, scope: CallScope, target: Target): Promise<Assessment> {
  try {
    return await assessTarget(deps, scope, target)
  } catch (error) {
    if (!isJobOverdue(error)) throw error
    deps.log('warn', 'A call could not be looked at', { tool: target.tool, error: error.message })
    return brokenAs({ code: 'fault.tooLong' })
  }
}

async function assessTarget(deps: Deps, scope: CallScope, target: Target): Promise<Assessment> {
  const definition = deps.tools.find(target.tool)
  const tool = deps.tools.tool(target.tool)
  if (!definition || !tool || scope.excluded(tool))
    return unknownTool(deps, scope, { name: target.tool, tool })
  // A mask can never be written in the place of what it stands for.
  if (holdsHandle(target.argumentsText)) {
    const handles = handlesIn(target.argumentsText).map(secretHandle).join(', ') || 'none'
    return brokenAs({ code: 'fault.handles', params: { handles } })
  }
  const args = await checkArguments(deps.compute, definition, target.argumentsText)
  if (!args.ok) return invalidArguments(tool.name, args.errors)
  const previewed = await preview(definition, args.value, {
    ...toolContext(deps, scope),
    signal: AbortSignal.timeout(PREVIEW_MS),
    onOutput: () => undefined,
    earlier: target.earlier ?? [],
  })
  if (previewed.kind === 'error') {
    const { message, codedText, errors } = previewed
    const bug = 'bug' in previewed ? { tool: tool.name, error: previewed.bug } : null
    const fault = bug
      ? { message: `${message} ${reportBug(deps, 'A preview failed', bug)}` }
      : { message, codedText, errors }
    return brokenCall((await mask(deps, { sessionId: scope.sessionId }, fault)).value)
  }
  const named = namedPaths(definition, args.value, previewed.preview)
  if (named.kind === 'error') return brokenCall({ message: pathsUntold(deps, tool, named) })
  const programs = programsAt(deps, scope, { tool, paths: named.paths })
  // A Tool that has changed is shown with what has.
  const definitionNow = tool.changed && (await definitionChange(deps, tool, tool.changed))
  const proposed = {
    preview: definitionNow ? { ...previewed.preview, definition: definitionNow } : previewed.preview,
    risks: previewed.risks,
  }
  // What a file holds is shown in a preview: it is masked as the result of reading it would be.
  const { value: masked } = await mask(deps, { sessionId: scope.sessionId }, proposed)
  const { preview: maskedPreview, risks } = storable(masked)
  const examined = { argumentsText: target.argumentsText, paths: named.paths }
  const suspicions = await deps.compute(FIND_SUSPICIONS, examined).catch((error): Suspicion[] => {
    if (!isJobOverdue(error)) throw error
    // Where there is no time to look it is for a person to say, and no rule lets it pass.
    return ['unexamined']
  })
  const reasons = [...risks, ...programs.map(programRisk), ...suspicions.map(kind => SUSPICIONS[kind])]
  const levels = [tool.risk, ...reasons.map(({ level }) => level)].map(level => LEVELS.indexOf(level))
  return {
    kind: 'sound',
    tool,
    arguments: args.value,
    paths: named.paths,
    programs,
    reach: named.reach,
    preview: maskedPreview,
    risk: { ...toldRisk(LEVELS[Math.max(...levels)] ?? 'high', reasons), suspicions },
    digest: digestOf(tool, scope, { argumentsText: target.argumentsText, preview: maskedPreview }),
    effects: previewed.effects ?? [],
  }
}

export const programRisk = (path: string): RiskReason =>
  riskReason('high', 'isTrusted', { path: oneLine(path) })

/** What a server of tools runs is changed like a file that programs trust. */
const programsAt = (
  { servers }: Pick<Deps, 'servers'>,
  { workspace }: Pick<CallScope, 'workspace'>,
  { tool, paths }: { tool: Tool; paths: string[] },
): string[] => (tool.readOnly ? [] : paths.filter(each => servers.owns(posix.join(workspace, each))))

/** What a Tool says now beside what was accepted of it. */
export async function definitionChange(
  deps: Pick<Deps, 'sql' | 'tools' | 'compute'>,
  tool: Tool,
  { pinned }: NonNullable<Tool['changed']>,
): Promise<DefinitionChange> {
  // First, before it can be another one than that of `tool`.
  const after = indented(deps.tools.definitionText(tool.name)) ?? ''
  const before = pinned === null ? undefined : indented(await definitionText(deps.sql, pinned))
  const texts = { path: tool.name, before: before ?? null, after }
  const { unified } = await deps.compute(COMPARE_TEXTS, texts)
  return { ...(before === undefined ? {} : { before }), after, unified }
}

/** Stored on one line, by lines it can be compared. */
const indented = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${JSON.stringify(JSON.parse(text), null, 2)}\n`

/** A Tool that cannot say what a Call is about: no policy can judge it, so it cannot run. */
export const pathsUntold = (
  deps: Pick<Deps, 'log' | 'newId'>,
  tool: Tool,
  failed: { message: string; bug: unknown },
): string => {
  const fields = { tool: tool.name, error: failed.bug }
  return `${failed.message} Nothing of it ran. ${reportBug(deps, 'The paths of a call cannot be told', fields)}`
}

const PREVIEW_MS = 30_000

/** The digest of an invocation as it is shown: see callDigest. */
export const digestOf = (
  tool: Pick<Tool, 'id' | 'definitionHash'>,
  scope: { workspace: string },
  { argumentsText, preview }: { argumentsText: string; preview: Preview | undefined },
): string =>
  callDigest({
    toolId: tool.id,
    definitionHash: tool.definitionHash,
    argumentsText,
    cwd: scope.workspace,
    preconditions: preview?.preconditions ?? [],
  })

type Invoked = {
  arguments: unknown
  argumentsText: string
  workspace: string
  preview?: Preview | undefined
  suspicions?: string[] | undefined
}

/**
 * What policy judges of an invocation, or why a Tool cannot say what it is about. Without a preview nobody looks where links
 * lead.
 */
export function subjectOf(
  deps: Pick<Deps, 'servers'>,
  { definition, tool }: { definition: ToolDefinition; tool: Tool },
  { arguments: value, argumentsText, workspace, preview, suspicions }: Invoked,
): PolicySubject | { message: string; bug: unknown } {
  const named = namedPaths(definition, value, preview)
  if (named.kind === 'error') return named
  const { paths, reach } = named
  return {
    ...toolSubject(tool),
    suspicions: suspicions ?? suspicionsIn(argumentsText, paths),
    arguments: value,
    paths,
    programs: programsAt(deps, { workspace }, { tool, paths }),
    reach,
  }
}

/** The policy of a session as it is now; without a session, that of mode `ask`. */
export async function policyNow(
  { db, sql, clock }: Pick<Deps, 'db' | 'sql' | 'clock'>,
  session: SessionRow | null,
): Promise<Policy> {
  const now = await databaseNow(sql, clock.offsetMs)
  return { mode: session ? modeAt(session, now) : 'ask', rules: await rulesFor(db, session?.id), now }
}

export function judgeSound(
  { tool, risk, arguments: value, paths, programs, reach }: Extract<Assessment, { kind: 'sound' }>,
  policy: Policy,
): Judgement {
  const { suspicions } = risk
  return judge({ ...toolSubject(tool), suspicions, arguments: value, paths, programs, reach }, policy)
}

const toolSubject = ({ name: tool, source, readOnly, changed }: Tool) => ({
  tool,
  source,
  readOnly,
  changed: changed !== undefined,
})

function unknownTool(
  deps: Deps,
  scope: CallScope,
  { name, tool }: { name: string; tool: Tool | undefined },
): Assessment {
  const offered = deps.tools.list().filter(tool => tool.enabled && !scope.excluded(tool))
  const code = tool && scope.mode === 'plan' ? 'fault.notWhilePlanning' : 'fault.unknownTool'
  const params = { tool: storable(name), names: offered.map(each => each.name).join(', ') }
  const error = fieldFault('/tool', { code, params })
  const { message, codedText } = error
  return { kind: 'broken', code: 'unknown_tool', message, errors: [error], codedText }
}

const LEVELS: RiskLevel[] = ['low', 'medium', 'high']

const SUSPICIONS: Record<Suspicion, RiskReason> = {
  hidden: riskReason('high', 'hidden'),
  look_alike: riskReason('high', 'lookAlike'),
  unexamined: riskReason('high', 'unexamined'),
  inexact: riskReason('high', 'inexact'),
  look_alike_content: riskReason('medium', 'lookAlikeContent'),
}

const toldRisk = (level: RiskLevel, risks: RiskReason[]): Risk => ({
  level,
  reasons: risks.map(({ reason }) => reason),
  codedText: risks.map(({ codedText }) => codedText),
})

/**
 * What a card shows of a Call after a fresh look. Where the Call could not run as things are, the card says
 * so in the preview's place, and the person edits or denies it.
 */
export function callCard(
  deps: Deps,
  scope: CallScope,
  looked: { call: Call; assessment: Assessment; text: string },
): CardContent {
  const { call, assessment, text } = looked
  if (assessment.kind === 'sound') return assessment
  // A Tool that is no longer there is shown as the Call knows it.
  const tool = deps.tools.tool(call.tool) ?? { ...call, id: call.tool, name: call.tool }
  const preview = { kind: 'text' as const, summary: assessment.message, preconditions: [] }
  const { level } = call.risk
  const risk = toldRisk(level, [riskReason(level, 'wouldFail')])
  return { tool, preview, risk, digest: digestOf(tool, scope, { argumentsText: text, preview }) }
}
