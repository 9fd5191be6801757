import type { Invocation, Result } from '@/lib/domain/call/call'
import type { ParsedCall, Solution } from '@/lib/domain/call/solution'
import { argumentValue } from '@/lib/json/json-text'
import { isTooDeep, JSON_DEPTH, storable } from '@/lib/json/json-value'
import type { Effect } from '@/lib/tools/define-tool'
import type { Deps } from '../process/deps'
import { type Assessment, assess, type CallScope } from './assess'

/**
 * A Call as it was proposed, looked at; its texts as they can be stored, and the id that it gets.
 * `reverts`: the Call that it undoes; `blocked`: what is told of it where it is not even judged.
 */
export type Proposal = {
  id: string
  proposed: ParsedCall & Invocation
  assessment: Assessment
  reverts?: string | undefined
  blocked?: Result
}

/** Looks at each Call of a set to be, in order, on top of what those before it will have made. */
export async function propose(
  deps: Deps,
  place: CallScope,
  { calls, ids }: { calls: ParsedCall[]; ids?: string[] },
): Promise<Proposal[]> {
  const proposals: Proposal[] = []
  const earlier: Effect[] = []
  for (const [index, proposed] of calls.entries()) {
    const { tool, argumentsText } = proposed
    const assessment = await assess(deps, place, { tool, argumentsText, earlier })
    if (assessment.kind === 'sound' && proposed.source?.output === undefined)
      earlier.push(...assessment.effects)
    const id = ids?.[index] ?? deps.newId()
    proposals.push({ id, proposed: withValue(storable(proposed), assessment), assessment })
  }
  return proposals
}

/** What was read to look at a Call is what its text says. */
const withValue = (call: ParsedCall, assessment: Assessment): Proposal['proposed'] => ({
  ...call,
  arguments: assessment.kind === 'sound' ? assessment.arguments : argumentValue(call.argumentsText),
})

/**
 * Providers pair results with calls by id. A reply that uses an id twice gets new ones for the repeats, as it
 * does for ids that cannot be stored, and is then no longer word for word the provider's own.
 */
export function withUniqueIds(solution: Solution, newId: () => string): Solution {
  const seen = new Set<string>()
  const calls = solution.calls.map(call => {
    const isUsable = call.id !== '' && !seen.has(call.id) && storable(call.id) === call.id
    const id = isUsable ? call.id : newId()
    seen.add(id)
    return { ...call, id }
  })
  if (calls.every((call, index) => call.id === solution.calls[index]?.id)) return solution
  const plain = calls.map(({ source: said, ...call }) => call)
  return { ...solution, calls, message: { ...solution.message, calls: plain, verbatim: undefined } }
}

/** A reply is kept word for word only as far as it can be written down: see JSON_DEPTH. */
export const writable = (solution: Solution): Solution =>
  isTooDeep(solution.message.verbatim, JSON_DEPTH + ENVELOPE)
    ? { ...solution, message: { ...solution.message, verbatim: undefined } }
    : solution

/** Levels of a provider's message around the arguments in it. */
const ENVELOPE = 20

/**
 * The Calls that count. A reply that met the output limit or was filtered may have lost the end of a Call,
 * and one made without tools has none: its text is kept, its Calls are dropped and told.
 */
export function usable(
  solution: Solution,
  { mayCall }: { mayCall: boolean },
): { solution: Solution; dropped: ParsedCall[] } {
  const whole = (solution.finish === 'stop' || solution.finish === 'calls') && mayCall
  if (whole || solution.calls.length === 0) return { solution, dropped: [] }
  const { message: told } = solution
  const text = told.dialect ? (told.plain ?? told.text) : told.text
  const kept = { dialect: undefined, plain: undefined, verbatim: undefined }
  const message = { ...told, ...kept, text, calls: [] }
  return { solution: { ...solution, calls: [], message }, dropped: solution.calls }
}
