import { isByPerson } from '@/lib/domain/call-state'
import { earliest, type Instant } from '@/lib/domain/instant'
import { deadlineOf, nextChange, nextStep, type Step, type Work } from '@/lib/domain/next-step'
import type { RunRow } from '@/lib/domain/run'
import { active } from '@/lib/domain/run-changes'
import type { RunInHand, WorkInHand } from '@/lib/store/work-in-hand'
import { beginCalls } from './begin-calls'
import { beginCompaction } from './begin-compaction'
import { beginRequest } from './begin-request'
import type { Deps } from './deps'
import { dropCalls } from './drop-calls'
import { endRun } from './end-run'
import { expire } from './expire'
import type { InHand } from './hand'
import type { Next } from './next'
import { recover } from './recover'
import { pause, rest } from './rest'
import { startRun, startsLater } from './start-run'
import type { Task } from './task'
import type { Write } from './write'

/**
 * Looks at the rows, under the lock, and writes down what begins. What takes no time is done here at once;
 * what does is returned as Tasks, their beginning stored before they begin.
 */
export async function look(deps: Deps, write: Write, hand: InHand): Promise<Next> {
  for (;;) {
    const found = await write.work.now()
    const queued = found.atWork?.run.status === 'queued' ? found.atWork : null
    const later = queued ? startsLater(queued.items, write.now) : undefined
    if (queued && !later) {
      await startRun(deps, write, queued)
      continue
    }
    const next = await take(deps, write, { found: queued ? { ...found, atWork: null } : found, hand, later })
    if (next) return next
  }
}

/** `later`: when a queued Run starts. */
type About = { found: WorkInHand; hand: InHand; later: Instant | undefined }

/** Does the one next thing; null where it is done and the loop looks again. */
async function take(deps: Deps, write: Write, about: About): Promise<Next | null> {
  const { found, hand } = about
  const run = found.atWork?.run
  const work = workOf(write, found)
  const step = nextStep(work, write.now)
  switch (step.do) {
    case 'finish': {
      const { calls, ...atWork } = theRun(found)
      if (hand.request || calls.some(call => hand.calls.has(call.id)))
        return { do: 'abort', what: { request: true, calls: new Set(calls.map(call => call.id)) } }
      await endRun(deps, write, { ...atWork, calls, outcome: step.outcome })
      return null
    }
    case 'drop': {
      const calls = new Set(step.calls.map(call => call.id).filter(id => hand.calls.has(id)))
      if (calls.size > 0) return { do: 'abort', what: { request: false, calls } }
      await dropCalls(deps, write, step.calls)
      return null
    }
    case 'recover':
      return begun(write, about, await recover(deps, write, { run, calls: step.calls }))
    case 'expire':
      await expire(deps, write, { run: theRun(found).run, calls: step.calls })
      return null
    case 'execute':
      return begun(write, about, await beginCalls(deps, write, { run, calls: step.calls }))
    case 'compact': {
      if (hand.request) return waitFor(about, step, run)
      const task = await beginCompaction(deps, write, theRun(found).run)
      return task && begun(write, about, [task])
    }
    case 'request': {
      if (hand.request) return waitFor(about, step, run)
      const { items, ...atWork } = theRun(found)
      const steering = items.filter(item => item.mode === 'steer')
      const asking = await beginRequest(deps, write, { ...atWork, steering, tools: step.tools })
      return begun(write, about, [asking])
    }
    case 'wait':
      return wait(write, about, step)
    default:
      return step satisfies never
  }
}

function workOf(write: Write, { atWork, byPeople }: WorkInHand): Work {
  const steering = atWork?.items.filter(item => item.mode === 'steer').length ?? 0
  const run = atWork ? { ...atWork.run, calls: atWork.calls, steering } : undefined
  return { epoch: write.row.leaseEpoch, run, byPeople }
}

/** The Run that a step is about: without one there is no such step. */
function theRun({ atWork }: WorkInHand): RunInHand {
  if (!atWork) throw new Error('A step of a run was taken without one.')
  return atWork
}

function begun(write: Write, about: About, tasks: Task[]): Next | null {
  const { atWork, byPeople } = about.found
  const calls = [...(atWork?.calls ?? []), ...byPeople.flatMap(set => set.calls)]
  const isRuns = tasks.some(task => task.do === 'request' || !isByPerson(task.call))
  const run = isRuns && atWork ? active(atWork.run, write.now) : atWork?.run
  const until = earliest(run && deadlineOf(run), nextChange(calls, write.now), about.later)
  return tasks.length > 0 ? { do: 'work', tasks, until } : null
}

/** A Run that nothing is done for any more but by people does not work; the session rests once nothing runs. */
async function wait(write: Write, about: About, step: Step & { do: 'wait' }): Promise<Next> {
  const { hand, found, later } = about
  const isAtWork = hand.request || found.atWork?.calls.some(call => hand.calls.has(call.id))
  let run = found.atWork?.run
  if (run && step.for === 'calls' && !isAtWork) run = await pause(write, run)
  if (hand.request || hand.calls.size > 0) return waitFor(about, step, run)
  return rest(write, { wakeAt: earliest(step.until, later) })
}

const waitFor = (about: About, step: Step, run: RunRow | undefined): Next => ({
  do: 'wait',
  until: earliest(run && deadlineOf(run), step.do === 'wait' ? step.until : undefined, about.later),
})
