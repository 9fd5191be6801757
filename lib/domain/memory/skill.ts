import * as z from 'zod'
import { StoredWords } from '../words'

export const SkillSource = z.enum(['owner', 'workspace'])
export type SkillSource = z.infer<typeof SkillSource>

/**
 * A folder with a SKILL.md: how something is done here. `owner`: it is in the data directory; `workspace`: anyone who
 * can write to the workspace can write it. `isOffered`: the model is told of it; a hidden skill can only be used by
 * people, an unreadable one by nobody. `path`: relative to the data directory or the workspace.
 */
export const Skill = z.object({
  name: z.string(),
  description: z.string(),
  source: SkillSource,
  path: z.string(),
  warnings: z.array(z.string()),
  /** The warnings in words that can be said in other languages, in their order; null for one that has none. */
  words: z.array(StoredWords.nullable()).optional(),
  isUsable: z.boolean(),
  isHidden: z.boolean(),
  isOffered: z.boolean(),
  body: z.string(),
})
export type Skill = z.infer<typeof Skill>

/** `/skill:name` at the start of a message, and what follows. */
export function skillCommand(text: string): { name: string; rest: string } | null {
  const found = /^\s*\/skill:(\S*)\s*([\s\S]*)$/.exec(text)
  return found ? { name: found[1] ?? '', rest: found[2] ?? '' } : null
}

/** The owner's skills first: of two with the same name the first is used, and the other says which one is. */
export function joinSkills(owners: Skill[], workspace: Skill[]): Skill[] {
  const taken = new Map<string, Skill>()
  return [...owners, ...workspace].map(skill => {
    const first = taken.get(skill.name)
    if (!first && skill.isUsable) taken.set(skill.name, skill)
    if (!first || !skill.isUsable) return skill
    const warning = `Another skill has this name and is used instead: ${first.path}${first.source === 'owner' ? ' of the data directory' : ''}.`
    return { ...skill, isUsable: false, isOffered: false, warnings: [...skill.warnings, warning] }
  })
}
