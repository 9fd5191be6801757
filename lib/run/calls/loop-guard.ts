import type { Call, Invocation, Result } from '@/lib/domain/call/call'
import { type Deed, judgeLoop, type Loop, loopToWarnOf, withDeeds } from '@/lib/domain/run/loop-guard'
import type { RunRow } from '@/lib/domain/run/run'
import { canonicalJson } from '@/lib/json/json-text'
import { sha256 } from '@/lib/record/digest'
import type { Deps } from '../process/deps'
import { addNotice } from '../write/add-entry'
import type { Write } from '../write/write'
import type { Proposal } from './propose'
import { nothingRan } from './settle'

/** The Calls of an answer, those that only repeat what was done blocked; `stop`: the loop that ends the Run. */
export function guardLoops(run: RunRow, proposals: Proposal[]): { proposals: Proposal[]; stop?: Loop } {
  const verdicts = proposals.map(({ proposed }) => judgeLoop(run.deeds, { setId: '', ...askedOf(proposed) }))
  const [stop] = verdicts.flatMap(verdict => (verdict.do === 'stop' ? [verdict.loop] : []))
  if (stop) return { proposals: proposals.map(each => ({ ...each, blocked: STOPPED })), stop }
  const guarded = proposals.map((proposal, at) => {
    const verdict = verdicts[at]
    return verdict?.do === 'block' ? { ...proposal, blocked: blockedBy(verdict.loop) } : proposal
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
export async function rememberDeeds(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  { run, calls }: { run: RunRow; calls: Call[] },
): Promise<Deed[]> {
  const deeds = withDeeds(run.deeds, calls.map(deedOf))
  const loop = deeds === run.deeds ? undefined : loopToWarnOf(deeds)
  if (!loop) return deeds
  write.emit('loop.warning', { runId: run.id, ...loop })
  const said = sentence(loop)
  const text = `${said} Doing it once more would change nothing, and will be blocked. Try another way, or tell the person what stands in the way.`
  const message = { role: 'user' as const, text, aside: true as const }
  addNotice(write, { id: deps.newId(), runId: run.id, text: `${said} The model was told.`, message })
  return deeds
}

/** Why a loop ends its Run, for people. */
export const loopEnd = (loop: Loop): string => `The model was going round in circles. ${sentence(loop)}`

const askedOf = ({ tool, arguments: value }: Invocation) => ({
  tool,
  asked: short(`${tool}\n${canonicalJson(value)}`),
})

const deedOf = (call: Call): Deed => {
  const result = call.state === 'settled' ? call.result : undefined
  const isKnown = result && !loopOf(result)
  return {
    setId: call.setId,
    ...askedOf(call.proposed),
    outcome: isKnown ? short(`${result.kind}\n${result.text}`) : null,
  }
}

/** Enough to tell twenty deeds apart. */
const short = (text: string): string => sha256(text).slice('sha256:'.length).slice(0, 16)

const blockedBy = (loop: Loop): Result => ({
  ...nothingRan(
    'not_run',
    `Not run. ${sentence(loop)} Try another way, or tell the person what stands in the way.`,
  ),
  details: { loop },
})

const loopOf = (result: Result | undefined): Loop | undefined => result?.details?.loop as Loop | undefined

const STOPPED = nothingRan('not_run', 'Not run: the run ended, since it was going round in circles.')

function sentence({ kind, count }: Loop): string {
  switch (kind) {
    case 'same_call':
      return `This was the same call ${count} times in a row, with the same result each time.`
    case 'alternating':
      return `These were the same two calls by turns, ${count} times, with the same results each time.`
    case 'same_output':
      return `These were ${count} calls of one tool in a row, with the same result each time.`
    default:
      return kind satisfies never
  }
}
