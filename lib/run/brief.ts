import { MEMORY, type Part } from '@/lib/context/assemble'
import { skillsPart } from '@/lib/context/skills-part'
import { memoryBlock } from '@/lib/domain/memory-block'
import { sha256 } from '@/lib/record/digest'
import { lastSaid } from '@/lib/store/entry'
import type { Briefed } from './briefed'
import type { Deps } from './deps'
import { masked } from './masked'
import { projectFile } from './project-file'
import { type Recall, recall } from './recall'
import { skillsFor } from './skills'
import type { TaskOf } from './task'

/** The hashes of what the Run was told with its first Request, as far as that is stored. */
export const toldIn = ({ briefing }: TaskOf<'request'>['run']): string[] =>
  briefing?.parts.map(({ hash }) => hash) ?? []

/**
 * What the Run is told as long as it lasts: as it was told with the Run's first Request, in the `texts` that are
 * stored of it, or as things are now. Nothing is written here.
 */
export async function brief(
  deps: Deps,
  { run, session, texts }: Pick<TaskOf<'request'>, 'run' | 'session'> & { texts: Map<string, string> },
): Promise<{ parts: Part[]; briefed: Briefed | null }> {
  if (!run.briefing) {
    const briefed = await briefAnew(deps, { run, session })
    return { parts: briefed.parts, briefed }
  }
  const parts = run.briefing.parts.map(part => ({ ...part, text: texts.get(part.hash) ?? '' }))
  return { parts, briefed: null }
}

async function briefAnew(deps: Deps, about: Pick<TaskOf<'request'>, 'run' | 'session'>): Promise<Briefed> {
  const { workspace } = about.session
  const [recall, skills, project] = await Promise.all([
    recallFor(deps, about),
    skillsFor(deps, workspace),
    projectFile(deps, workspace),
  ])
  const texts = recall?.hits.filter(hit => hit.kept).map(hit => hit.text) ?? []
  const told = {
    parts: [
      ...[skillsPart(skills) ?? []].flat(),
      ...project,
      ...(texts.length > 0 ? [{ label: 'Memory', source: MEMORY, text: memoryBlock(texts) }] : []),
    ],
    skills: skills.filter(skill => skill.isOffered).map(({ name, body }) => ({ name, text: body })),
  }
  const { value: safe } = await masked(deps, { sessionId: about.session.id }, told)
  return { parts: safe.parts.map(hashed), skills: safe.skills.map(hashed), recall }
}

const hashed = <T extends { text: string }>(told: T): T & { hash: string } => ({
  ...told,
  hash: sha256(told.text),
})

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
