import type {
  ApprovedCall,
  Call,
  CallSet,
  ExecutingCall,
  Invocation,
  Result,
  SettledCall,
  WaitingCall,
} from '@/lib/domain/call/call'
import type { Decider, Decision } from '@/lib/domain/call/decision'
import type { ToolItem } from '@/lib/domain/call/tool'
import { approved, executing, settled, withDecision } from '@/lib/domain/call/transitions'
import type { HookItem } from '@/lib/domain/hooks/hook'
import { type Instant, later } from '@/lib/domain/instant'
import { DEFAULT_MEMORY } from '@/lib/domain/memory/memory'
import type { Rule } from '@/lib/domain/policy/rule'
import { DEFAULT_COMPACTION, DEFAULT_LIMITS } from '@/lib/domain/run/limits'
import type { ActiveRun, UserSet, Work } from '@/lib/domain/run/next-step'
import { publicRun, type Run } from '@/lib/domain/run/run'
import { NO_USAGE } from '@/lib/domain/run/usage'
import type { Entry } from '@/lib/domain/session/entry'
import { EMPTY_PLAN } from '@/lib/domain/session/plan'
import { ALL_TOOLS, type Session } from '@/lib/domain/session/session'
import { completeView, type SessionView, type ViewParts } from '@/lib/domain/session/view'

/** Noon of the day on which all made-up things happen. */
export const NOW: Instant = '2026-03-01T12:00:00.000Z'

/** So many seconds from noon. */
export const at = (seconds: number): Instant => later(NOW, seconds * 1000)

/** It holds always, and allows whatever it may. */
export const aRule = (given: Partial<Rule> = {}): Rule => ({
  id: crypto.randomUUID(),
  number: 7,
  effect: 'allow',
  tool: '*',
  reads: false,
  matchers: [],
  scope: 'always',
  enabled: true,
  createdAt: NOW,
  uses: 0,
  ...given,
})

/** Named by its id: a command before each call. */
export const aHook = (given: Partial<HookItem> = {}): HookItem => ({
  id: given.name ?? 'hook',
  name: 'hook',
  point: 'tool_start',
  run: { command: 'true' },
  timeoutMs: 1_500,
  onFailure: 'block',
  priority: 0,
  enabled: true,
  createdAt: NOW,
  updatedAt: NOW,
  ...given,
})

export const PERSON: Decider = { type: 'person', id: 'owner', name: 'Owner' }

type Born = Partial<WaitingCall> & { index?: number }

const args: Invocation = { tool: 'write_file', argumentsText: '{"path":"a"}', arguments: { path: 'a' } }

/** A write that waits for a person; the set's Calls are known by their index. */
export const waitingCall = (given: Born = {}): WaitingCall => ({
  id: `call-${given.index ?? 0}`,
  setId: 'set',
  sessionId: 'session',
  index: 0,
  providerCallId: `provider-${given.index ?? 0}`,
  tool: 'write_file',
  source: 'builtin',
  dialect: 'native',
  method: 'explicit',
  readOnly: false,
  idempotent: false,
  definitionHash: 'sha256:definition',
  risk: { level: 'medium', reasons: [] },
  proposed: args,
  schema: {},
  digest: 'sha256:shown',
  decisions: [],
  attempt: 0,
  state: 'waiting',
  why: 'policy',
  since: NOW,
  ...given,
})

export const aDecision = (given: Partial<Decision> = {}): Decision => ({
  id: 'decision',
  kind: 'approve',
  by: PERSON,
  at: NOW,
  digest: 'sha256:shown',
  ...given,
})

export const approvedCall = (given: Born & { startsAt?: Instant } = {}): ApprovedCall => {
  const { startsAt, ...born } = given
  const call = withDecision(waitingCall(born), aDecision())
  return approved(call, PERSON, { effective: call.proposed, ...(startsAt ? { startsAt } : {}) })
}

export const executingCall = (given: Born & { epoch?: number } = {}): ExecutingCall => {
  const { epoch, ...born } = given
  return executing(approvedCall(born), epoch ?? 1, NOW)
}

export const OK: Result = { kind: 'ok', text: 'done', isError: false }

export const settledCall = (given: Born & { result?: Result } = {}): SettledCall => {
  const { result, ...born } = given
  return settled(approvedCall(born), result ?? OK, NOW)
}

export const aSet = (calls: Call[], given: Partial<CallSet> = {}): CallSet => ({
  id: 'set',
  sessionId: 'session',
  origin: 'model',
  runId: 'run',
  request: 1,
  size: calls.length,
  createdAt: NOW,
  calls,
  ...given,
})

/** A Run that has been at work since noon. */
export const activeRun = (given: Partial<ActiveRun> = {}): ActiveRun => ({
  id: 'run',
  sessionId: 'session',
  number: 1,
  status: 'running',
  requests: 1,
  limits: DEFAULT_LIMITS,
  overrides: {},
  usage: NO_USAGE,
  activeMs: 0,
  activeSince: NOW,
  summarised: false,
  cutOffs: 0,
  callHistory: [],
  malformed: 0,
  overflows: 0,
  queuedAt: NOW,
  startedAt: NOW,
  calls: [],
  steering: 0,
  ...given,
})

/** What is to be done under the lease of epoch 1: for a Run, beside sets by people of these Calls. */
export const someWork = (run: ActiveRun | undefined, ...byPeople: UserSet[]): Work => ({
  epoch: 1,
  run,
  userSets: byPeople,
  elicitations: [],
  orphans: [],
  hasCore: true,
  isStalled: false,
})

/** A Run as everybody sees it. */
export function aRun(given: Partial<Run> = {}): Run {
  const { calls, steering, ...row } = activeRun()
  return { ...publicRun(row), ...given }
}

export const aSession = (given: Partial<Session> = {}): Session => ({
  id: 'session',
  title: 'A session',
  model: 'scripted:replay',
  dialect: 'auto',
  mode: 'ask',
  thinking: 'default',
  limits: DEFAULT_LIMITS,
  tools: ALL_TOOLS,
  memory: DEFAULT_MEMORY,
  blocks: 'off',
  workspace: '',
  compaction: DEFAULT_COMPACTION,
  state: 'idle',
  pendingCalls: 0,
  usage: NO_USAGE,
  archived: false,
  createdAt: NOW,
  updatedAt: NOW,
  ...given,
})

export const aView = (given: Partial<ViewParts> = {}): SessionView =>
  completeView({
    session: aSession(),
    seq: 0,
    transcript: [],
    openSets: [],
    queue: [],
    plan: EMPTY_PLAN,
    state: {},
    stateRevision: 0,
    ...given,
  })

export const anEntry = (given: Partial<Entry> = {}): Entry => ({
  id: 'entry-1',
  seq: 1,
  runId: 'run-1',
  kind: 'assistant',
  text: 'Said.',
  at: NOW,
  ...given,
})

/** A built-in tool that reads. */
export const aTool = (given: Partial<ToolItem> = {}): ToolItem => ({
  id: given.name ?? 'read_file',
  name: 'read_file',
  title: 'Read a file',
  description: 'Reads a file of the workspace, or a part of it.',
  source: 'builtin',
  schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  risk: 'low',
  readOnly: true,
  idempotent: true,
  latent: false,
  definitionHash: `sha256:${'3f9a12c4'.repeat(8)}`,
  enabled: true,
  ...given,
})
