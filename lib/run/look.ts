import { earliest } from '@/lib/domain/instant'
import { type ActiveRun, deadlineOf, nextChange, nextStep, type Step } from '@/lib/domain/next-step'
import { active } from '@/lib/domain/run-changes'
import { type RunInHand, runInHand } from '@/lib/store/active-run'
import { beginCalls } from './begin-calls'
import { beginRequest } from './begin-request'
import type { Deps } from './deps'
import { endRun } from './end-run'
import { expire } from './expire'
import type { InHand } from './hand'
import type { Next } from './next'
import { recover } from './recover'
import { rest } from './rest'
import { startRun, startsLater } from './start-run'
import type { Task } from './task'
import type { Write } from './write'

/**
 * Looks at the rows, under the lock, and writes down what begins. What takes no time is done here at once;
 * what does is returned as Tasks, their beginning stored before they begin.
 */
export async function look(deps: Deps, write: Write, hand: InHand): Promise<Next> {
  for (;;) {
    const found = await runInHand(write.tx, write.row.id)
    if (!found) return rest(write, {})
    if (found.run.status === 'queued') {
      const later = startsLater(found.items, write.now)
      if (later) return rest(write, { wakeAt: later })
      await startRun(write, found.run, found.items)
      continue
    }
    const next = await take(deps, write, { found, hand })
    if (next) return next
  }
}

/** Does the one next thing; null where it is done and the loop looks again. */
async function take(
  deps: Deps,
  write: Write,
  about: { found: RunInHand; hand: InHand },
): Promise<Next | null> {
  const { found, hand } = about
  const { run, calls, items } = found
  const steering = items.filter(item => item.mode === 'steer')
  const inHand: ActiveRun = { ...run, epoch: write.row.leaseEpoch, calls, steering: steering.length }
  const step = nextStep(inHand, write.now)
  if (hand.request && step.do !== 'finish') return waitFor(inHand, step)
  switch (step.do) {
    case 'finish':
      if (hand.request || hand.calls.size > 0) return { do: 'abort' }
      await endRun(deps, write, { run, calls, items, outcome: step.outcome })
      return null
    case 'recover':
      return work(inHand, write, await recover(deps, write, { run, calls: step.calls }))
    case 'expire':
      await expire(deps, write, { run, calls: step.calls })
      return null
    case 'execute':
      return work(inHand, write, await beginCalls(deps, write, { run, calls: step.calls }))
    case 'request':
      return work(inHand, write, [await beginRequest(write, { run, steering, tools: step.tools })])
    case 'wait':
      if (hand.calls.size > 0) return waitFor(inHand, step)
      return rest(write, { run, wakeAt: step.until, paused: step.for === 'calls' })
    default:
      return step satisfies never
  }
}

function work(run: ActiveRun, write: Write, tasks: Task[]): Next | null {
  const until = earliest(deadlineOf(active(run, write.now)), nextChange(run, write.now))
  return tasks.length > 0 ? { do: 'work', tasks, until } : null
}

const waitFor = (run: ActiveRun, step: Step): Next => ({
  do: 'wait',
  until: earliest(deadlineOf(run), step.do === 'wait' ? step.until : undefined),
})
