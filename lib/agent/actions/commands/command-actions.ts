import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import { later } from '@/lib/domain/instant'
import { QueueMode } from '@/lib/domain/run/message'
import { COMMANDS, type CommandName, helpCode, usageOf } from '@/lib/domain/session/commands'
import { ExportFormat } from '@/lib/domain/session/export-format'
import { planText } from '@/lib/domain/session/plan-text'
import { type Session, SessionPatch } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import { type CodedText, plain } from '@/lib/messages/phrase'
import { inSnapshot } from '@/lib/store/connection/database'
import { databaseNow } from '@/lib/store/connection/sql'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { readView } from '@/lib/store/session/view'
import type { Deps } from '../../process/deps'
import { readUsage } from '../../queries/read-usage'
import { listSkills } from '../../request/skill-list'
import { clearSession, compactSession } from '../compact'
import { forkSession } from '../fork-session'
import { changeSession, openSession } from '../open-session'
import { stopSession } from '../runs'

type CommandInput = { sessionId: string; argument: string; person: Person; once: OnceKey | undefined }

/** The lines of an answer, and what programs need of it. */
type CommandResult = { answer: CodedText[]; data?: Record<string, unknown> }

type CommandAction = (deps: Deps, input: CommandInput) => Promise<CommandResult | Refusal>

/** What each command does, by the same functions as the operations of the API, and so with the same roles. */
export const COMMAND_ACTIONS: Record<CommandName, CommandAction> = {
  new: async (deps, { sessionId, once }) => {
    const session = await sessionNow(deps, sessionId)
    if (session instanceof Refusal) return session
    const { model, workspace } = session
    const opened = await openSession(deps, { settings: { model, workspace }, once })
    return opened instanceof Refusal ? opened : otherSession(opened.session)
  },

  clear: async (deps, input) => {
    const cleared = await clearSession(deps, input)
    return cleared instanceof Refusal ? cleared : { answer: [{ code: 'answer.cleared' }], data: cleared }
  },

  compact: async (deps, { argument, ...input }) => {
    const compacting = await compactSession(deps, { ...input, instructions: argument || undefined })
    if (compacting instanceof Refusal) return compacting
    return { answer: [{ code: 'answer.compacting' }], data: compacting }
  },

  usage,

  skills: async (deps, { sessionId }) => {
    const skills = await listSkills(deps, sessionId)
    if (skills instanceof Refusal) return skills
    const items = skills.map(({ name, source, path, description }) => ({ name, source, path, description }))
    const lines = items.map((params): CodedText => ({ code: 'answer.skill', params }))
    return { answer: lines.length > 0 ? lines : [{ code: 'answer.noSkills' }], data: { items } }
  },

  plugins: async deps => {
    const items = await listPlugins(deps)
    const lines = items.map((params): CodedText => ({ code: 'answer.plugin', params }))
    return { answer: lines.length > 0 ? lines : [{ code: 'answer.noPlugins' }], data: { items } }
  },

  model: (deps, input) => set(deps, input, { name: 'model', patch: { model: input.argument } }),

  mode: async (deps, input) => {
    const [, mode, count, unit] = /^(\w*)(?:\s+(\d{1,5})([smh]))?$/.exec(input.argument) ?? []
    if (mode === undefined) return refuseUsage('mode')
    const lasts = Number(count) * (MS_OF[unit ?? ''] ?? 0)
    const now = await databaseNow(deps.sql, deps.clock.offsetMs)
    const end = count === undefined ? {} : { modeExpiresAt: later(now, lasts) }
    return set(deps, input, { name: 'mode', patch: { mode, ...end } })
  },

  think: (deps, input) => set(deps, input, { name: 'think', patch: { thinking: input.argument } }),

  plan: async (deps, input) => {
    const answered = await set(
      deps,
      { ...input, argument: 'plan' },
      { name: 'mode', patch: { mode: 'plan' } },
    )
    const view = await viewOf(deps, input.sessionId)
    if (answered instanceof Refusal || view instanceof Refusal) return answered
    const steps = planText(view.plan.steps).split('\n').filter(Boolean)
    return { ...answered, answer: [...answered.answer, ...steps.map(plain)] }
  },

  queue: async (deps, { sessionId, argument }) => {
    if (argument !== '') {
      const { data: queueMode } = QueueMode.safeParse(argument)
      if (!queueMode) return refuseUsage('queue')
      return { answer: [{ code: 'answer.queueMode', params: { mode: queueMode } }], data: { queueMode } }
    }
    const view = await viewOf(deps, sessionId)
    if (view instanceof Refusal) return view
    const lines = view.queue.map(({ mode, text }) => plain(`${mode}: ${text}`))
    return { answer: lines.length > 0 ? lines : [{ code: 'answer.noQueue' }], data: { items: view.queue } }
  },

  stop: async (deps, { person, ...input }) => {
    const stopped = await stopSession(deps, { ...input, by: person.id })
    if (stopped instanceof Refusal) return stopped
    return { answer: [{ code: stopped.runId ? 'answer.stopping' : 'answer.noRun' }], data: stopped }
  },

  status: async (deps, { sessionId }) => {
    const view = await viewOf(deps, sessionId)
    if (view instanceof Refusal) return view
    const { state, pendingCalls: count } = view.session
    return {
      answer: [
        { code: 'answer.state', params: { state, count, queued: view.queue.length } },
        ...(['model', 'mode', 'think'] as const).map(name => SETTING_LINES[name](view.session)),
      ],
      data: { state, pendingCalls: count, queued: view.queue.length, runId: view.activeRun?.id ?? null },
    }
  },

  fork: async (deps, { sessionId, once }) => {
    const view = await viewOf(deps, sessionId)
    if (view instanceof Refusal) return view
    const fork = await forkSession(deps, { sessionId, seq: view.seq, once })
    return fork instanceof Refusal ? fork : otherSession(fork)
  },

  export: async (_, { sessionId, argument }) => {
    const { data: format } = ExportFormat.safeParse(argument || 'md')
    if (!format) return refuseUsage('export')
    const href = `/api/sessions/${sessionId}/export?format=${format}`
    return { answer: [{ code: 'answer.export', params: { href } }], data: { format, href } }
  },

  rename: (deps, input) => set(deps, input, { name: 'rename', patch: { title: input.argument } }),

  help: async () => ({
    answer: COMMANDS.map(command => ({
      code: 'answer.help',
      params: { usage: usageOf(command), what: { code: helpCode(command.name) } },
    })),
    data: { commands: COMMANDS },
  }),

  exit: usage,
  q: usage,
}

/** The plugins there are, with how many hooks each has. Hooks are told of commands where these are answered, in `receive`. */
export const listPlugins = async (_: Deps): Promise<{ name: string; hooks: number }[]> => []

async function usage(deps: Deps, { sessionId }: CommandInput): Promise<CommandResult | Refusal> {
  const report = await readUsage(deps, { groupBy: 'session', sessionId, timeZone: 'UTC', limit: 1 })
  if (report instanceof Refusal) return report
  const { requests, inputTokens: input, outputTokens: output, cost } = report.total
  const tokens = { input, output, total: input + output }
  const params = { ...tokens, requests, cost: cost === null ? 'none' : String(cost) }
  return {
    answer: [requests > 0 ? { code: 'answer.usage', params } : { code: 'answer.noUsage' }],
    data: report.total,
  }
}

const otherSession = ({ id }: Session): CommandResult => ({
  answer: [{ code: 'answer.session', params: { href: `/sessions/${id}` } }],
  data: { sessionId: id },
})

async function viewOf({ db }: Deps, sessionId: string): Promise<SessionView | Refusal> {
  const view = await inSnapshot(db, tx => readView(tx, sessionId))
  return view ?? refuse('not_found', { code: 'problem.noSession' })
}

const refuseUsage = (name: CommandName): Refusal => {
  const usage = COMMANDS.filter(command => command.name === name).map(usageOf)[0] ?? ''
  return refuseField('/text', { code: 'fault.commandUsage', params: { usage } })
}

const MS_OF: Partial<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** What a setting is, in a line. */
const SETTING_LINES = {
  model: ({ model }: Session): CodedText => ({ code: 'answer.model', params: { model } }),
  mode: ({ mode, modeExpiresAt: end = '' }: Session): CodedText => ({
    code: end === '' ? 'answer.mode' : 'answer.modeUntil',
    params: { mode, end },
  }),
  think: ({ thinking: level }: Session): CodedText => ({ code: 'answer.thinking', params: { level } }),
  rename: ({ title }: Session): CodedText => ({ code: 'answer.title', params: { title } }),
}

type SettingChange = { name: keyof typeof SETTING_LINES; patch: Record<string, unknown> }

/** Changes a setting, or says what it is where no other is given. */
async function set(
  deps: Deps,
  { sessionId, argument, person }: CommandInput,
  { name, patch }: SettingChange,
): Promise<CommandResult | Refusal> {
  const parsed = SessionPatch.safeParse(patch)
  if (argument !== '' && !parsed.success) return refuseUsage(name)
  const session = parsed.success
    ? await changeSession(deps, { sessionId, patch: parsed.data, person })
    : await sessionNow(deps, sessionId)
  return session instanceof Refusal ? session : { answer: [SETTING_LINES[name](session)] }
}

async function sessionNow(deps: Deps, sessionId: string): Promise<Session | Refusal> {
  const view = await viewOf(deps, sessionId)
  return view instanceof Refusal ? view : view.session
}
