import { skillMessage } from '@/lib/context/assemble'
import type { Skill } from '@/lib/domain/memory/skill'
import type { Deps } from '../process/deps'
import { addNotice } from '../write/add-entry'
import type { Write } from '../write/write'

/** A skill that a person asked for enters the transcript beside what was said, as it was when that was accepted. */
export async function tellSkill(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  { runId, skill }: { runId: string; skill: Pick<Skill, 'name' | 'source' | 'path' | 'body'> },
): Promise<void> {
  addNotice(write, {
    id: deps.newId(),
    runId,
    text: `With the skill ${skill.name}, ${skill.source === 'owner' ? 'the owner’s' : 'of the workspace'}: ${skill.path}`,
    message: { role: 'user', text: skillMessage(skill), aside: true },
  })
}
