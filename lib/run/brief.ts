import { MEMORY, type Part } from '@/lib/context/assemble'
import { memoryBlock } from '@/lib/domain/memory-block'
import { sha256 } from '@/lib/record/digest'
import { findBlobs } from '@/lib/store/blob'
import { lastSaid } from '@/lib/store/entry'
import type { Briefed } from './briefed'
import type { Deps } from './deps'
import { type Recall, recall } from './recall'
import type { TaskOf } from './task'

/**
 * What the Run is told as long as it lasts: as it was told with the Run's first Request, which is stored, or as
 * things are now. Nothing is written here.
 */
export async function brief(
  deps: Deps,
  { run, session }: TaskOf<'request'>,
): Promise<{ parts: Part[]; briefed: Briefed | null }> {
  if (!run.briefing) {
    const briefed = await briefAnew(deps, { run, session })
    return { parts: briefed.parts, briefed }
  }
  const { parts } = run.briefing
  const texts = await findBlobs(
    deps.db,
    session.id,
    parts.map(({ hash }) => hash),
  )
  return { parts: parts.map(part => ({ ...part, text: texts.get(part.hash) ?? '' })), briefed: null }
}

async function briefAnew(deps: Deps, about: Pick<TaskOf<'request'>, 'run' | 'session'>): Promise<Briefed> {
  const found = await recallFor(deps, about)
  const texts = found?.hits.filter(hit => hit.kept).map(hit => hit.text) ?? []
  const parts = texts.length > 0 ? [{ label: 'Memory', source: MEMORY, text: memoryBlock(texts) }] : []
  return { parts: parts.map(part => ({ ...part, hash: sha256(part.text) })), recall: found }
}

/** What the person said is what is looked for. A session may be set not to be reminded. */
async function recallFor(
  deps: Deps,
  { run, session }: Pick<TaskOf<'request'>, 'run' | 'session'>,
): Promise<Recall | null> {
  if (!session.memory.recall) return null
  const said = await lastSaid(deps.db, run)
  const found = await recall(deps, said.join('\n'))
  return found.hits.length > 0 ? found : null
}
