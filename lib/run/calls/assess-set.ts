import type { Call } from '@/lib/domain/call/call'
import { invocationOf, isOpen } from '@/lib/domain/call/call-state'
import { findSets, invocation } from '@/lib/store/call/call'
import type { Effect } from '@/lib/tools/define-tool'
import { namedPaths } from '@/lib/tools/run-tool'
import type { Deps } from '../process/deps'
import { type Assessment, assess, type CallScope } from './assess'

/** What a Call of a set is to run; `null` where nothing of it will. */
export type Intention = { call: Call; wanted: Wanted | null }
type Wanted = { tool: string; argumentsText: string }

/**
 * Looks at Calls of one set in their order, each on top of what the open ones before it will have made: two
 * edits of one file are shown as they will follow each other. Of the others only those are looked at whose
 * files matter to the ones that are asked about, or to one of them.
 */
export async function assessSet(
  deps: Deps,
  place: CallScope,
  request: { intentions: Intention[]; callIds: ReadonlySet<string> },
): Promise<Map<string, Assessment>> {
  const earlier: Effect[] = []
  const found = new Map<string, Assessment>()
  for (const { call, wanted } of mattering(deps, request)) {
    const assessment = await assess(deps, place, { ...wanted, earlier })
    if (request.callIds.has(call.id)) found.set(call.id, assessment)
    if (assessment.kind === 'sound') earlier.push(...assessment.effects)
  }
  return found
}

type Wish = Intention & { wanted: Wanted }

/** A file may come from another one, and that from a third: it is looked for from the last Call to the first. */
function mattering(
  deps: Deps,
  { intentions, callIds }: { intentions: Intention[]; callIds: ReadonlySet<string> },
): Wish[] {
  const files = new Set<string>()
  const wishes: Wish[] = []
  for (const { call, wanted } of intentions.toReversed()) {
    if (!wanted || !(callIds.has(call.id) || changes(deps, wanted, files))) continue
    for (const path of pathsOf(deps, wanted)) files.add(path)
    wishes.unshift({ call, wanted })
  }
  return wishes
}

/** Looks at one invocation in the place of a Call, on top of what the open ones before it will have made. */
export async function assessInSet(
  deps: Deps,
  place: CallScope,
  { call, wanted }: { call: Call; wanted: Wanted },
): Promise<Assessment> {
  const set = (await findSets(deps.sql, [call.setId]))[0]
  const before = set?.calls.filter(other => isOpen(other) && other.index < call.index) ?? []
  const intentions = before.map(other => ({ call: other, wanted: invocationOf(other) }))
  const callIds = new Set([call.id])
  const found = await assessSet(deps, place, { intentions: [...intentions, { call, wanted }], callIds })
  return found.get(call.id) ?? assess(deps, place, wanted)
}

const changes = (deps: Deps, wanted: Wanted, files: ReadonlySet<string>): boolean =>
  deps.tools.find(wanted.tool)?.readOnly === false && pathsOf(deps, wanted).some(path => files.has(path))

/** The workspace paths that an invocation names; none where the Tool fails to tell, for then it will not run. */
export function pathsOf(deps: Deps, { tool, argumentsText }: Wanted): string[] {
  const definition = deps.tools.find(tool)
  const named = definition && namedPaths(definition, invocation(tool, argumentsText).arguments)
  return named?.kind === 'paths' ? named.paths : []
}
