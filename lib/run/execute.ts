import type { Call, Result } from '@/lib/domain/call'
import type { Limits } from '@/lib/domain/limits'
import { sized } from '@/lib/domain/sized'
import { storable } from '@/lib/domain/storable'
import type { Performed } from '@/lib/tools/define-tool'
import { perform } from '@/lib/tools/perform'
import { ActivityTime } from './activity-time'
import { assess } from './assess'
import type { Deps } from './deps'
import { keptChange } from './kept-change'
import { masked } from './masked'
import { MaskedStream } from './masked-stream'
import { placeFor } from './place'
import { reportBug } from './report-bug'
import { nothingRan } from './settle'
import type { Happening, TaskOf } from './task'
import { toolContext } from './tool-context'

/**
 * Runs the Activity of a Call whose `executing` is stored, or about to be: until it is `stored` it may get ready, and
 * no more. Where it finds its preconditions gone it has done nothing, and the Call is looked at afresh; one that is
 * deaf to the end of its time is given up. What it gives is masked. None of it is written here.
 */
export async function execute(
  deps: Deps,
  task: TaskOf<'perform'>,
  { signal, stored }: { signal: AbortSignal; stored: Promise<void> },
): Promise<Happening> {
  const { call, session, limits } = task
  const time = new ActivityTime(limits.toolMs, stored)
  const output = outputOf(deps, { sessionId: session.id, callId: call.id })
  const performing = perform(deps.tools, call.effective, {
    ...toolContext(deps, { sessionId: session.id, workspace: session.workspace }),
    signal: AbortSignal.any([signal, time.over]),
    preview: call.preview,
    stored,
    onOutput: text => output.add(text),
  })
  const performed = await Promise.race([performing, time.deaf])
  time.end()
  output.end()
  if (performed === 'deaf')
    return { kind: 'performed', callId: call.id, result: givenUp(limits), contents: [] }
  if (performed.kind === 'drifted') return reassess(deps, { ...task, do: 'reassess', why: 'drifted' })
  const { changed, contents } = keptChange(performed, session.workspace)
  const told = 'bug' in performed ? unforeseen(deps, call, performed) : { ...performed, change: undefined }
  const given = await masked(deps, { sessionId: session.id }, told)
  const safe = storable(given.value)
  const made = resultOf(safe, { limits, timedOut: time.over.aborted })
  const result = given.masked > 0 ? { ...made, masked: given.masked } : made
  const noted = safe.kind === 'ok' ? safe.noted : undefined
  const kept = changed ? { ...result, changed } : result
  return { kind: 'performed', callId: call.id, result: kept, contents, noted }
}

/** Output on its way, masked. */
function outputOf(deps: Deps, { sessionId, callId }: { sessionId: string; callId: string }): MaskedStream {
  let offset = 0
  const onText = (text: string): void => {
    const data = { callId, offset, text }
    deps.bus.publish({ kind: 'delta', sessionId, type: 'call.output.delta', data })
    offset += text.length
  }
  return new MaskedStream(deps, { sessionId, onText })
}

/** A tool that threw: what it did before that, nobody knows. */
function unforeseen<F extends { text: string; bug?: unknown }>(deps: Deps, call: Call, failed: F): F {
  const more = reportBug(deps, 'A tool failed', { tool: call.tool, callId: call.id, error: failed.bug })
  return { ...failed, text: `${failed.text} It may or may not have taken effect. ${more}` }
}

/** A fresh look at a Call that is to wait again. */
export async function reassess(deps: Deps, task: TaskOf<'reassess'>): Promise<Happening> {
  const invocation = task.call.effective ?? task.call.proposed
  const assessment = await assess(deps, placeFor(task.session, task.call), invocation)
  return { kind: 'reassessed', callId: task.call.id, why: task.why, assessment }
}

const givenUp = ({ toolMs }: Limits): Result =>
  nothingRan('unknown', `It did not end within its limit of ${toolMs / 1000} s, and may still be running.`)

function resultOf(
  performed: Exclude<Performed, { kind: 'drifted' }>,
  given: { limits: { resultChars: number; toolMs: number }; timedOut: boolean },
): Result {
  const { limits, timedOut } = given
  const stopped = performed.kind === 'error' && timedOut
  const said = stopped ? `${performed.text} The limit is ${limits.toolMs / 1000} s.` : performed.text
  const { text, cut } = sized(said, limits.resultChars)
  return {
    kind: performed.kind,
    text,
    ...(performed.kind === 'ok' && performed.value !== undefined ? { value: performed.value } : {}),
    ...(performed.details ? { details: performed.details } : {}),
    ...(cut > 0 ? { truncated: { chars: cut } } : {}),
    isError: performed.kind === 'error',
  }
}
