import type { ExecutingCall, WaitingCall } from '@/lib/domain/call/call'
import { isByPerson, isExecuting } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { approved, withDecision } from '@/lib/domain/call/transitions'
import { earliest, type Instant } from '@/lib/domain/instant'
import { deadlineOf, nextChange, nextStep, type Step, takesCore } from '@/lib/domain/run/next-step'
import type { RunRow } from '@/lib/domain/run/run'
import { active, isAskedOut, paused } from '@/lib/domain/run/run-changes'
import { stallEnd } from '@/lib/domain/run/work-state'
import { insertDecisions } from '@/lib/store/call/decision'
import { beginCalls, resumeRun, timesLet } from '../calls/begin-calls'
import { hooksToAsk } from '../calls/consult-hooks'
import { dropCalls, nothingRan, settle, withdrawQuestions } from '../calls/settle'
import { beginCompaction } from '../compaction/compaction'
import type { Deps } from '../process/deps'
import { finalFailure } from '../request/ask-model'
import { beginRequest, startRun, startsLater } from '../request/begin-request'
import { changeRun } from '../write/changes'
import type { RunAtWork } from '../write/work-draft'
import type { Write } from '../write/write'
import { endRun } from './end-run'
import { releaseLease } from './lease'
import { endRecovery, requestRecovery } from './recovery'
import type { LoopMove, RunningNames, Task } from './running-tasks'
import { endUnanswered } from './store-failure'

/**
 * Looks at what there is to do, and writes down what begins. What takes no time is done here at once;
 * what does is returned as Tasks, their beginning stored before they begin.
 */
export async function takeNextStep(deps: Deps, write: Write, running: RunningNames): Promise<LoopMove> {
  for (;;) {
    const { atWork } = write.work
    const queued = atWork?.run.status === 'queued' ? atWork : null
    const startsAt = queued ? startsLater(queued.items, write.now) : undefined
    if (queued && !startsAt) {
      await startRun(deps, write, queued)
      continue
    }
    const later = earliest(startsAt, write.row.modeExpiresAt)
    const next = await takeStep(deps, write, { atWork: queued ? null : atWork, running, later })
    if (next) return next
  }
}

/** `atWork`: the Run that has started; `later`: when a queued one starts, or the mode ends. */
type Situation = { atWork: RunAtWork | null; running: RunningNames; later: Instant | undefined }

/** Does the one next thing; null where it is done and the loop looks again. */
async function takeStep(deps: Deps, write: Write, situation: Situation): Promise<LoopMove | null> {
  const { atWork, running } = situation
  const run = atWork?.run
  const step = await chooseStep(deps, write, situation)
  switch (step.do) {
    case 'finish': {
      const { calls, ...rest } = theRun(atWork)
      if (step.isStalled) requestRecovery(write, { run: rest.run, state: 'stalled' })
      if (running.request || calls.some(call => running.calls.has(call.id)))
        return { do: 'abort', what: { request: true, calls: new Set(calls.map(call => call.id)) } }
      await endRun(write, { ...rest, calls, outcome: step.outcome })
      endRecovery(write, 'stalled')
      return null
    }
    case 'drop': {
      const calls = new Set(step.calls.map(call => call.id).filter(id => running.calls.has(id)))
      if (calls.size > 0) return { do: 'abort', what: { request: false, calls } }
      await dropCalls(write, step.calls)
      return null
    }
    case 'withdraw':
      return withdrawQuestions(write, step.calls)
    case 'recover':
      return startTasks(write, situation, await recover(deps, write, { run, calls: step.calls }))
    case 'expire':
      return expire(write, { run, calls: step.calls })
    case 'execute': {
      // Of some of them hooks are being asked.
      const calls = step.calls.filter(call => !running.calls.has(call.id))
      if (calls.length === 0) return waitFor(write, situation, step)
      return startTasks(write, situation, await beginCalls(deps, write, { run, calls }))
    }
    case 'hold': {
      const { callId, tool, startedAt } = step.by
      for (const call of step.calls) {
        const after = { ...call, heldBy: { callId, tool, startedAt } }
        write.work.changeCall({ before: call, after })
        write.emit('call.held', { call: after })
      }
      return null
    }
    case 'compact':
    case 'request': {
      if (running.request) return waitFor(write, situation, step)
      if (run && isAskedOut(run)) return giveUpRequest(deps, write, run)
      const { items, ...asking } = theRun(atWork)
      const steering = items.filter(item => item.mode === 'steer')
      const task =
        step.do === 'compact'
          ? await beginCompaction(deps, write, asking.run)
          : await beginRequest(write, { ...asking, steering, tools: step.tools })
      return task && startTasks(write, situation, [task])
    }
    case 'wait':
      return wait(write, situation, step)
    default:
      return step satisfies never
  }
}

/** A command that may begin has its core from here on, whatever other sessions look at meanwhile. */
async function chooseStep(
  { cores, orphans }: Deps,
  write: Write,
  { atWork, running }: Situation,
): Promise<Step> {
  const { work, row, now } = write
  const { userSets, elicitations } = work
  const calls = [...userSets.flatMap(set => set.calls), ...(atWork?.calls ?? [])]
  const isRunning = calls.some(call => isExecuting(call) && takesCore(call) && running.calls.has(call.id))
  // What may still act is looked for at the very moment where a write is to begin.
  const isWriteApproved = calls.some(call => call.state === 'approved' && !call.readOnly)
  const steering = atWork?.items.filter(item => item.mode === 'steer').length ?? 0
  const stepWork = {
    epoch: row.leaseEpoch,
    run: atWork ? { ...atWork.run, calls: atWork.calls, steering } : undefined,
    userSets,
    elicitations,
    orphans: isWriteApproved ? orphans.in(row.workspace, await write.orphans()) : [],
    hasCore: cores.tryTake(row.id, { isRunning }),
    isStalled: atWork !== null && isStalled(atWork.run, row, now),
  }
  const step = nextStep(stepWork, now)
  if (step.do === 'execute' && step.calls.some(takesCore)) cores.take(row.id)
  else if (!isRunning) cores.leave(row.id)
  if (step.do === 'wait' && step.for === 'core') cores.join(row.id)
  return step
}

/** Also where it was found to be before: what ends because it is aborted is no progress. */
function isStalled(run: RunRow, { progressAt, recovery }: Write['row'], now: Instant): boolean {
  const isAsked = recovery?.runId === run.id && recovery.state === 'stalled' && !recovery.isDone
  const end = stallEnd(run, progressAt)
  return isAsked || (end !== undefined && end <= now)
}

/** When its time is up, or there was no progress for too long. */
const endOf = (run: RunRow | undefined, { row }: Write): Instant | undefined =>
  run && earliest(deadlineOf(run), stallEnd(run, row.progressAt))

/** The Run that a step is about: without one there is no such step. */
function theRun(atWork: RunAtWork | null): RunAtWork {
  if (!atWork) throw new Error('A step of a run was taken without one.')
  return atWork
}

function startTasks(write: Write, { atWork, later }: Situation, tasks: Task[]): LoopMove | null {
  if (tasks.length === 0) return null
  const { userSets, elicitations } = write.work
  const calls = [...(atWork?.calls ?? []), ...userSets.flatMap(set => set.calls), ...elicitations]
  const isRuns = tasks.some(task => task.do === 'request' || !isByPerson(task.call))
  const run = isRuns && atWork ? active(atWork.run, write.now) : atWork?.run
  return { do: 'work', tasks, until: earliest(endOf(run, write), nextChange(calls, write.now), later) }
}

/**
 * A Run that nothing is done for any more but by people does not work, also while a Call that runs asks one; the session
 * rests once nothing runs.
 */
async function wait(write: Write, situation: Situation, step: Step & { do: 'wait' }): Promise<LoopMove> {
  const { running, atWork, later } = situation
  const asking = new Set(write.work.elicitations.map(call => call.parentCallId))
  const working = atWork?.calls.filter(call => running.calls.has(call.id) && !asking.has(call.id)) ?? []
  let run = atWork?.run
  if (run && step.for === 'calls' && !running.request) {
    if (working.length === 0 && run.status !== 'waiting')
      run = changeRun(write, { before: run, after: paused(run, write.now), as: 'run.waiting' })
    else if (working.some(isExecuting)) run = resumeRun(write, run)
  }
  if (running.request || running.calls.size > 0)
    return waitFor(write, { ...situation, atWork: atWork && run ? { ...atWork, run } : null }, step)
  // Nobody is asked for anything, so it is at work for whoever looks; its time stands still.
  if (run && step.for === 'core' && (run.activeSince || run.status === 'waiting'))
    run = changeRun(write, { before: run, after: { ...paused(run, write.now), status: 'running' } })
  return releaseLease(write, earliest(step.until, endOf(run, write), later))
}

const waitFor = (write: Write, { atWork, later }: Situation, step: Step): LoopMove => ({
  do: 'wait',
  until: earliest(endOf(atWork?.run, write), step.do === 'wait' ? step.until : undefined, later),
})

/** Nobody decided in time. That is a Result of its own, never “denied”. Null: nothing has begun. */
async function expire(
  write: Write,
  { calls, run }: { run: RunRow | undefined; calls: WaitingCall[] },
): Promise<null> {
  for (const call of calls) {
    const decision: Decision = {
      id: write.newId(),
      kind: 'deny',
      by: { type: 'expiry', id: 'expiry', name: 'Expired' },
      at: write.now,
      digest: call.digest,
    }
    insertDecisions(write.rows, write.row.id, [{ callId: call.id, decision }])
    const decided = withDecision(call, decision)
    write.emit('call.decided', { call: decided, kind: decision.kind, by: decision.by })
    const isQuestion = isElicitation(call)
    const result = nothingRan('expired', { code: isQuestion ? 'result.unanswered' : 'result.expired' })
    await settle(write, { call: decided, runId: isQuestion ? undefined : run?.id, result })
  }
  return null
}

/**
 * A Request that is not made again: it was made as often as its Run allows, and the process that made it last ended
 * before there was an answer or a failure to store.
 */
async function giveUpRequest(deps: Deps, write: Write, run: RunRow): Promise<null> {
  const { openRequest } = run
  if (!openRequest) return null
  const { number, purpose, attempts } = openRequest
  const model = run.overrides.model ?? write.row.model
  write.emit('request.ended', { runId: run.id, number, model, finishReason: 'aborted' })
  const failure = finalFailure('unavailable', { code: 'failure.cutOff', params: { count: attempts } })
  await endUnanswered(deps, write, { before: run, run, purpose, failure })
  return null
}

/**
 * Calls that began under another lease and have no Result. Nobody saw their end: one whose Tool is declared
 * idempotent begins again, checked like any other; each of the rest is looked at afresh and put to a person
 * as an unknown outcome. Calls are repeated like that once at most.
 */
async function recover(
  deps: Deps,
  write: Write,
  { calls, run }: { run: RunRow | undefined; calls: ExecutingCall[] },
): Promise<Task[]> {
  const repeatable = calls.filter(
    call =>
      call.idempotent &&
      deps.tools.tool(call.effective.tool)?.idempotent === true &&
      call.attempt <= timesLet(call) &&
      hooksToAsk(write.work.hooks, call).length === 0,
  )
  const tasks = await beginCalls(deps, write, {
    run,
    calls: repeatable.map(call => approved(call, call.by, { effective: call.effective })),
  })
  const repeats = tasks.map(task =>
    task.do === 'perform' ? { ...task, lost: repeatable.find(({ id }) => id === task.call.id) } : task,
  )
  const reassessed = calls
    .filter(call => !repeatable.includes(call))
    .map(call => ({ do: 'reassess', call, why: 'outcome_unknown', session: write.row }) as const)
  return [...repeats, ...reassessed]
}
