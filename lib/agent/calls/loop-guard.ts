import type { Call, Invocation, Result } from '@/lib/domain/call/call'
import { judgeLoop, type Loop, loopToWarnOf, type PastCall, withPastCalls } from '@/lib/domain/run/loop-guard'
import type { RunRow } from '@/lib/domain/run/run'
import { type CodedText, phrase, type TextCode } from '@/lib/messages/phrase'
import { sha256 } from '@/lib/record/digest'
import { canonicalJson } from '@/lib/text/json/json-text'
import { addNotice } from '../write/add-entry'
import type { Write } from '../write/write'
import { nothingRan } from './settle'
import type { Proposal } from './store-calls'

/** The Calls of an answer, those that only repeat what was done blocked; `stop`: the loop that ends the Run. */
export function guardLoops(run: RunRow, proposals: Proposal[]): { proposals: Proposal[]; stop?: Loop } {
  const verdicts = proposals.map(({ proposed }) => judgeLoop(run.callHistory, askedOf(proposed)))
  const [stop] = verdicts.flatMap(verdict => (verdict.do === 'stop' ? [verdict.loop] : []))
  if (stop) return { proposals: proposals.map(each => ({ ...each, blocked: STOPPED })), stop }
  const guarded = proposals.map((proposal, at) => {
    const verdict = verdicts[at]
    if (verdict?.do !== 'block') return proposal
    const { loop } = verdict
    const blocked = nothingRan('not_run', { code: 'result.repeats', parts: [sentence(loop)] })
    return { ...proposal, blocked: { ...blocked, details: { loop } } }
  })
  return { proposals: guarded }
}

/** The loops in an answer are facts of their own. */
export function tellLoops(write: Write, run: RunRow, guarded: ReturnType<typeof guardLoops>): void {
  const blocked = guarded.proposals.flatMap(({ blocked }) => loopOf(blocked) ?? [])
  for (const loop of guarded.stop ? [guarded.stop] : blocked)
    write.emit('loop.warning', { runId: run.id, ...loop })
}

/** The Run with what its last set did; where that was a loop the model is warned before it is asked again. */
export async function updateCallHistory(
  write: Write,
  { run, calls }: { run: RunRow; calls: Call[] },
): Promise<PastCall[]> {
  const pastCalls = calls.map((call): PastCall => {
    const result = call.state === 'settled' ? call.result : undefined
    const outcome = result && !loopOf(result) ? short(`${result.kind}\n${result.text}`) : null
    return { setId: call.setId, ...askedOf(call.proposed), outcome }
  })
  const history = withPastCalls(run.callHistory, pastCalls)
  const loop = history === run.callHistory ? undefined : loopToWarnOf(history)
  if (!loop) return history
  write.emit('loop.warning', { runId: run.id, ...loop })
  const text = `${phrase(sentence(loop))} Doing it once more would change nothing, and will be blocked. Try another way, or tell the person what stands in the way.`
  const message = { role: 'user' as const, text, aside: true as const }
  const codedText: CodedText = { code: 'notice.loopTold', parts: [sentence(loop)] }
  addNotice(write, { runId: run.id, codedText, message })
  return history
}

/** Why a loop ends its Run, for people. */
export const loopEnd = (loop: Loop): CodedText => ({ code: 'notice.loopEnded', parts: [sentence(loop)] })

const askedOf = ({ tool, arguments: value }: Invocation) => ({
  tool,
  asked: short(`${tool}\n${canonicalJson(value)}`),
})

const short = (text: string): string => sha256(text).slice('sha256:'.length).slice(0, 8)

const loopOf = (result: Result | undefined): Loop | undefined => result?.details?.loop as Loop | undefined

const STOPPED = nothingRan('not_run', { code: 'result.circles' })

const SENTENCES = {
  same_call: 'loop.sameCall',
  alternating: 'loop.alternating',
  same_output: 'loop.sameOutput',
} as const satisfies Record<Loop['kind'], TextCode>

const sentence = ({ kind, count }: Loop): CodedText => ({ code: SENTENCES[kind], params: { count } })
