import type { RunRow } from '@/lib/domain/run'
import type { Solution } from '@/lib/domain/solution'
import type { Deps } from './deps'
import type { Answered } from './task'
import { addNotice } from './transcript'
import type { Write } from './write'

/** Why a reply without Calls should have had some; null where it should not. */
export const unreadIn = ({ solution, issues, observation }: Answered): string | null =>
  observation === null || isCut(solution) || solution.calls.length > 0 ? null : reasonsOf(issues)

/** One that was cut off is told of as a whole. */
const isCut = ({ finish }: Solution): boolean => finish === 'length' || finish === 'filtered'

const reasonsOf = (issues: Answered['issues']): string =>
  [...new Set(issues.map(({ reason }) => reason))].join(' ')

/** What in a reply could not be read is told: as Events, and where it is not cut off, to the model and in the transcript. */
export async function tellIssues(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  { run, answered }: { run: RunRow; answered: Answered },
): Promise<void> {
  const { asked, issues, observation, solution } = answered
  for (const { reason, excerpt } of issues)
    write.emit('parse.issue', { runId: run.id, number: asked.number, reason, excerpt })
  if (observation === null || isCut(solution)) return
  const text = `${reasonsOf(issues)} ${solution.calls.length > 0 ? BESIDE : NOTHING} The model was told.`
  const message = { role: 'user' as const, text: observation, aside: true as const }
  await addNotice(write, { id: deps.newId(), runId: run.id, text, message })
}

const BESIDE = 'For this part of the reply nothing is run.'
const NOTHING = 'Nothing was run for this reply.'
