import { revertRun } from '@/lib/agent/actions/revert'
import { cancelRun, continueRun } from '@/lib/agent/actions/runs'
import { deleteSchedule, runSchedule, setSchedule } from '@/lib/agent/actions/schedules'
import { runEnded } from '@/lib/agent/queries/wait-for-run'
import { authorOf } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { publicRun } from '@/lib/domain/run/run'
import { waitOutcome } from '@/lib/domain/run/run-outcome'
import { findRun } from '@/lib/store/run/run'
import { readSchedules } from '@/lib/store/schedules/schedule'
import type { Handlers } from '../http/handlers'

export const RUN_HANDLERS = {
  readRun: async ({ deps, params }) => {
    const run = await findRun(deps.db, params.id)
    return run ? publicRun(run) : refuse('not_found', { code: 'problem.noRun' })
  },

  waitForRun: async ({ current, deps, signal, params, query }) => {
    const until = AbortSignal.any([signal, current.ending])
    const run = await runEnded(deps, { runId: params.id, timeoutMs: query.timeoutMs, signal: until })
    if (!run) return refuse('not_found', { code: 'problem.noRun' })
    const { startedAt, endedAt } = run
    return { runId: params.id, startedAt, endedAt, ...waitOutcome(run) }
  },

  cancelRun: async ({ deps, params, person, once }) => {
    const run = await cancelRun(deps, { runId: params.id, by: person.id, once })
    return run instanceof Refusal ? run : publicRun(run)
  },

  continueRun: ({ deps, params, body, once }) =>
    continueRun(deps, { runId: params.id, requests: body.requests, once }),

  revertRun: ({ deps, params, person, once }) => revertRun(deps, { runId: params.id, person, once }),

  listSchedules: async ({ deps }) => ({ items: await readSchedules(deps.db), nextCursor: null }),

  addSchedule: ({ deps, body, person, once }) => setSchedule(deps, { patch: body, person, once }),

  changeSchedule: ({ deps, params, body, person }) =>
    setSchedule(deps, { id: params.id, patch: body, person }),

  deleteSchedule: ({ deps, params, person }) => deleteSchedule(deps, { id: params.id, person }),

  runSchedule: ({ deps, params, person, once }) => runSchedule(deps, { id: params.id, person, once }),

  sessionEvents: async ({ working, request, signal, params, query, person }) => {
    const last = lastEventId(request.headers, query.after)
    if (last !== undefined && !/^\d{1,10}$/.test(last)) return NO_SUCH_EVENT
    const after = last === undefined ? undefined : Number(last)
    const by = authorOf(person)
    const stream = await working.streams.session({ sessionId: params.id, after, signal, person: by })
    if (stream === 'no_session') return refuse('not_found', { code: 'problem.noSession' })
    return stream === 'bad_cursor' ? NO_SUCH_EVENT : stream
  },

  allEvents: async ({ working, request, signal, query }) => {
    const after = lastEventId(request.headers, query.after)
    const deltas = query.deltas?.toLowerCase().split(',') ?? []
    const stream = await working.streams.all({ after, deltas, signal })
    return stream === 'bad_cursor' ? NO_SUCH_EVENT : stream
  },

  liveEvents: ({ working, signal, query, person }) =>
    working.streams.live({ follow: followsIn(query.follow ?? ''), signal, person: authorOf(person) }),
} satisfies Partial<Handlers>

/** `id:seq,id:seq` */
const followsIn = (text: string): { sessionId: string; after: number }[] =>
  text
    .split(',')
    .filter(part => part !== '')
    .map(part => {
      const [sessionId = '', after] = part.toLowerCase().split(':')
      return { sessionId, after: Number(after) }
    })

/** The id of the event to go on after: the last one that came, else where the client began; none means from now on. */
const lastEventId = (headers: Headers, after: string | undefined): string | undefined =>
  headers.get('last-event-id') || after

const message = 'There is no such place in these events.'

const NO_SUCH_EVENT = refuse('invalid_request', message, { errors: [{ path: '/after', message }] })
