import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuseField } from '@/lib/domain/contract/problem'
import { later } from '@/lib/domain/instant'
import { QueueMode } from '@/lib/domain/run/message'
import { COMMANDS, type CommandName, helpCode, usageOf } from '@/lib/domain/session/commands'
import { ExportFormat } from '@/lib/domain/session/export-format'
import { planText } from '@/lib/domain/session/plan-text'
import { MOST_TITLE_CHARS, type Session, SessionPatch } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import { readPlugins } from '@/lib/hooks/read-plugins'
import { type CodedText, plain } from '@/lib/messages/phrase'
import { databaseNow } from '@/lib/store/connection/sql'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import type { Deps } from '../../process/deps'
import { readUsage } from '../../queries/read-usage'
import { listSkills } from '../../request/skill-list'
import { pluginsIn } from '../../write/store-hook'
import { clearSession, compactSession } from '../compact'
import { forkSession } from '../forks/fork-session'
import { changeSession, openSession } from '../open-session'
import { stopSession } from '../runs'

type CommandInput = {
  sessionId: string
  view: SessionView
  argument: string
  person: Person
  once: OnceKey | undefined
}

/** The lines of an answer, and what programs need of it; the page goes to `href`. */
type CommandResult = { answer: CodedText[]; data?: Record<string, unknown> }

type CommandAction = (deps: Deps, input: CommandInput) => Promise<CommandResult | Refusal>

async function branch(deps: Deps, { sessionId, view, once }: CommandInput): Promise<CommandResult | Refusal> {
  const fork = await forkSession(deps, { sessionId, seq: view.seq, once })
  return fork instanceof Refusal ? fork : otherSession(fork)
}

/** What each command does, by the same functions as the operations of the API, and so with the same roles. */
export const COMMAND_ACTIONS: Record<CommandName, CommandAction> = {
  new: async (deps, { view, once }) => {
    const { model, workspace } = view.session
    const opened = await openSession(deps, { settings: { model, workspace }, once })
    return opened instanceof Refusal ? opened : otherSession(opened.session)
  },
  branch,
  fork: branch,
  clear: async (deps, input) => resultOf('answer.cleared', await clearSession(deps, input)),
  compact: async (deps, { argument, ...input }) =>
    resultOf(
      'answer.compacting',
      await compactSession(deps, { ...input, instructions: argument || undefined }),
    ),
  stop: async (deps, { person, view, ...input }) =>
    resultOf(
      view.activeRun ? 'answer.stopping' : 'answer.noRun',
      await stopSession(deps, { ...input, by: person.id }),
    ),

  model: (deps, input) => set(deps, input, { name: 'model', patch: { model: input.argument } }),
  mode: async (deps, input) => {
    const [, mode, count, unit = 's'] = /^(\w*)(?:\s+(\d{1,5})([smh]))?$/.exec(input.argument) ?? []
    if (mode === 'full' && count === undefined) return refuseUsage('mode')
    const now = await databaseNow(deps.sql, deps.clock.offsetMs)
    const end = count && { modeExpiresAt: later(now, Number(count) * MS_OF[unit as keyof typeof MS_OF]) }
    return set(deps, input, { name: 'mode', patch: { mode: mode ?? input.argument, ...(end || {}) } })
  },
  think: (deps, input) => set(deps, input, { name: 'think', patch: { thinking: input.argument } }),
  rename: (deps, input) => set(deps, input, { name: 'rename', patch: { title: input.argument } }),
  plan: async (deps, input) => {
    const planning = { ...input, argument: 'plan' }
    const result = await set(deps, planning, { name: 'mode', patch: { mode: 'plan' } })
    if (result instanceof Refusal) return result
    const steps = planText(input.view.plan.steps).split('\n').filter(Boolean)
    return { answer: [...result.answer, ...steps.map(plain)] }
  },

  usage,
  exit: leave,
  q: leave,
  skills: async (deps, { sessionId }) => {
    const skills = await listSkills(deps, sessionId)
    if (skills instanceof Refusal) return skills
    const items = skills.map(({ name, source, path, description }) => ({ name, source, path, description }))
    return listed(items, { each: 'answer.skill', none: 'answer.noSkills' })
  },
  plugins: async deps => {
    const { plugins } = await readPlugins(pluginsIn(deps))
    const items = plugins.map(({ name, description, hooks }) => ({ name, description, hooks: hooks.length }))
    return listed(items, { each: 'answer.plugin', none: 'answer.noPlugins' })
  },
  queue: async (_, { view, argument }) => {
    const { data: queueMode } = QueueMode.safeParse(argument)
    if (queueMode)
      return { answer: [{ code: 'answer.queueMode', params: { mode: queueMode } }], data: { queueMode } }
    const items = view.queue.map(({ id, mode, text }) => ({ id, mode, text }))
    const isAsked = argument === ''
    return isAsked ? listed(items, { each: 'answer.queued', none: 'answer.noQueue' }) : refuseUsage('queue')
  },
  status: async (_, { view: { session, queue, activeRun } }) => {
    const data = { state: session.state, count: session.pendingCalls, queued: queue.length }
    const settings = (['model', 'mode', 'think'] as const).map(name => SETTING_LINES[name](session))
    const answer: CodedText[] = [{ code: 'answer.state', params: data }, ...settings]
    return { answer, data: { ...data, runId: activeRun?.id ?? null } }
  },
  export: async (_, { sessionId, argument }) => {
    const { data: format } = ExportFormat.safeParse(argument || 'md')
    const href = `/api/sessions/${sessionId}/export?format=${format}`
    return format
      ? { answer: [{ code: 'answer.export', params: { href } }], data: { href } }
      : refuseUsage('export')
  },
  help: async () => ({
    answer: COMMANDS.map(command => {
      const what: CodedText = { code: helpCode(command.name) }
      return { code: 'answer.help', params: { usage: usageOf(command), what } }
    }),
  }),
}

async function usage(deps: Deps, { sessionId }: CommandInput): Promise<CommandResult | Refusal> {
  const report = await readUsage(deps, { groupBy: 'session', sessionId, timeZone: 'UTC', limit: 1 })
  if (report instanceof Refusal) return report
  const { requests, inputTokens: input, outputTokens: output, cost } = report.total
  const params = { requests, input, output, total: input + output, cost: cost === null ? 'none' : `${cost}` }
  const line: CodedText = requests > 0 ? { code: 'answer.usage', params } : { code: 'answer.noUsage' }
  return { answer: [line], data: report.total }
}

/** The page goes to where the totals are. */
async function leave(deps: Deps, input: CommandInput): Promise<CommandResult | Refusal> {
  const result = await usage(deps, input)
  if (result instanceof Refusal) return result
  return { ...result, data: { ...result.data, href: '/usage#by-session' } }
}

const resultOf = (code: CodedText['code'], data: CommandResult['data'] | Refusal): CommandResult | Refusal =>
  data instanceof Refusal ? data : { answer: [{ code }], ...(data && { data }) }

function otherSession({ id: sessionId }: Session): CommandResult {
  const href = `/sessions/${sessionId}`
  return { answer: [{ code: 'answer.session', params: { href } }], data: { sessionId, href } }
}

const listed = (
  items: Record<string, string | number>[],
  { each, none }: Record<'each' | 'none', CodedText['code']>,
): CommandResult => ({
  answer: items.length > 0 ? items.map(params => ({ code: each, params })) : [{ code: none }],
  data: { items },
})

const refuseUsage = (name: CommandName): Refusal => {
  const usage = COMMANDS.filter(command => command.name === name).map(usageOf)[0] ?? ''
  return refuseField('/text', { code: 'fault.commandUsage', params: { usage } })
}

const MS_OF = { s: 1_000, m: 60_000, h: 3_600_000 }

/** What a setting is, in a line. */
const SETTING_LINES = {
  model: ({ model }: Session): CodedText => ({ code: 'answer.model', params: { model } }),
  mode: ({ mode, modeExpiresAt }: Session): CodedText => {
    const end = modeExpiresAt && `${modeExpiresAt.slice(0, 16).replace('T', ' ')} UTC`
    return end
      ? { code: 'answer.modeUntil', params: { mode, end } }
      : { code: 'answer.mode', params: { mode } }
  },
  think: ({ thinking: level }: Session): CodedText => ({ code: 'answer.thinking', params: { level } }),
  rename: ({ title }: Session): CodedText => ({ code: 'answer.title', params: { title } }),
}

/** Changes a setting, or says what it is where no other is given. */
async function set(
  deps: Deps,
  { sessionId, view, argument, person }: CommandInput,
  { name, patch }: { name: keyof typeof SETTING_LINES; patch: Record<string, unknown> },
): Promise<CommandResult | Refusal> {
  const { data } = SessionPatch.safeParse(patch)
  if (argument === '') return { answer: [SETTING_LINES[name](view.session)] }
  // The only title that is refused is a long one.
  if (!data && name === 'rename')
    return refuseField('/text', { code: 'fault.maxLength', params: { limit: MOST_TITLE_CHARS } })
  const changed = data ? await changeSession(deps, { sessionId, patch: data, person }) : refuseUsage(name)
  return changed instanceof Refusal ? changed : { answer: [SETTING_LINES[name](changed)] }
}
