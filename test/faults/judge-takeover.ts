import type { FileSeen } from './folder'
import { decidedFirst, type Evidence, recorded, replayed } from './judge-trial'
import { argumentsOf } from './scenario'
import type { SeenCall, SeenEvent } from './seen'
import type { Question } from './takeover-person'

/** All that could be seen of a session that another server took over. */
export type TakeoverEvidence = Omit<Evidence, 'crashes' | 'acknowledged' | 'orphans'> & {
  questions: Question[]
  /** The workspace when the Run had ended, and when the server that had been held up had come back. */
  atEnd: Record<string, FileSeen>
}

/** The invariants of a takeover, each broken one in words; empty where all of them hold. */
export function judgeTakeover(evidence: TakeoverEvidence): string[] {
  const whole = { ...evidence, crashes: [], acknowledged: [], orphans: [] }
  return [
    ...nothingActs(evidence),
    ...startedOnce(evidence),
    ...decidedFirst(whole),
    ...settledOnce(evidence),
    ...asTold(evidence),
    ...recorded(whole),
    ...replayed(whole),
    ...leftClean(evidence),
    ...evidence.surprises,
  ]
}

const of = (events: SeenEvent[], type: string, callId: string): SeenEvent[] =>
  events.filter(event => event.type === type && event.data.call?.id === callId)

const label = (call: SeenCall): string => `${argumentsOf(call).path} (call ${call.index})`

const isSameFile = (one: FileSeen | undefined, other: FileSeen | undefined): boolean =>
  one?.inode === other?.inode && one?.writtenAt === other?.writtenAt

/** I19: once somebody was asked, or the Run has ended, nothing acts, whatever was late or asleep. */
function* nothingActs({ questions, atEnd, files }: TakeoverEvidence): Generator<string> {
  for (const { path, files: then } of questions)
    if (!isSameFile(then[path], files[path]))
      yield `I19 ${path} was changed after a person was asked about it`
  for (const path of new Set([...Object.keys(atEnd), ...Object.keys(files)]))
    if (!isSameFile(atEnd[path], files[path])) yield `I19 ${path} was changed after the run had ended`
}

function* startedOnce({ replay, calls }: TakeoverEvidence): Generator<string> {
  for (const call of calls) {
    const starts = of(replay, 'call.started', call.id).length
    const most = call.readOnly || call.idempotent ? 2 : 1
    if (starts > most) yield `F1 ${label(call)} was started ${starts} times`
  }
}

function* settledOnce({ replay, calls, runs, transcript }: TakeoverEvidence): Generator<string> {
  for (const call of calls) {
    const ends = of(replay, 'call.ended', call.id).length
    const results = transcript.filter(({ kind, callId }) => kind === 'result' && callId === call.id).length
    if (call.state !== 'settled' || ends !== 1)
      yield `F4 ${label(call)} is ${call.state} and ended ${ends} times`
    if (results !== 1) yield `F4 ${label(call)} has ${results} results in the transcript`
  }
  for (const run of runs) {
    const ends = replay.filter(({ type, data }) => type === 'run.ended' && data.run?.id === run.id).length
    if (ends !== 1) yield `F4 run ${run.id} ended ${ends} times`
  }
  if (runs.length !== 1) yield `F4 one message made ${runs.length} runs`
}

/** F6: what a result says of a file is so, and what nobody let run left nothing. */
function* asTold({ scenario, calls, files }: TakeoverEvidence): Generator<string> {
  for (const call of calls) {
    const { path } = argumentsOf(call)
    const kind = call.result?.kind
    const content = files[path]?.content
    if (call.readOnly) continue
    if (kind === 'ok' && content !== scenario.written[path]) yield `F6 ${label(call)} is ok, its file is not`
    if ((kind === 'denied' || kind === 'not_run') && content !== undefined)
      yield `F6 ${label(call)} is ${kind}, and ${path} is there`
  }
}

function* leftClean({ scenario, files }: TakeoverEvidence): Generator<string> {
  const known = { ...scenario.before, ...scenario.written }
  for (const path of Object.keys(files)) if (!(path in known)) yield `F10 ${path} was left behind`
}
