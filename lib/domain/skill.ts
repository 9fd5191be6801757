import * as z from 'zod'

export const SkillSource = z.enum(['owner', 'workspace'])
export type SkillSource = z.infer<typeof SkillSource>

/**
 * A folder with a SKILL.md: how something is done here. `owner`: it lies in the data directory; `workspace`: anyone
 * who can write to the workspace can write it. `isOffered`: the model is told of it; a hidden one only people can use,
 * and one that cannot be read nobody. `path`: from the data directory, or from the workspace.
 */
export const Skill = z.object({
  name: z.string(),
  description: z.string(),
  source: SkillSource,
  path: z.string(),
  warnings: z.array(z.string()),
  isUsable: z.boolean(),
  isHidden: z.boolean(),
  isOffered: z.boolean(),
  body: z.string(),
})
export type Skill = z.infer<typeof Skill>

/** `/skill:name` at the start of a message, and what follows. */
export function askedSkill(text: string): { name: string; rest: string } | null {
  const found = /^\s*\/skill:(\S*)\s*([\s\S]*)$/.exec(text)
  return found ? { name: found[1] ?? '', rest: found[2] ?? '' } : null
}
