import * as z from 'zod'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { CodedTextSchema } from '../coded-text'
import { SKILL_BYTES } from './skill-file'

const SkillSource = z.enum(['owner', 'workspace'])
export type SkillSource = z.infer<typeof SkillSource>

/**
 * A folder with a SKILL.md: how something is done here. `owner`: it is in the data directory; `workspace`: anyone who
 * can write to the workspace can write it. `isOffered`: the model is told of it; a hidden skill can only be used by
 * people, an unreadable one by nobody. `path`: relative to the data directory or the workspace. `warningMessages`: each
 * warning as the page can say it in other languages, null where it cannot.
 */
export const Skill = z.object({
  name: z.string(),
  description: z.string(),
  source: SkillSource,
  path: z.string(),
  warnings: z.array(z.string()),
  warningMessages: z.array(CodedTextSchema.nullable()).optional().catch(undefined),
  isUsable: z.boolean(),
  isHidden: z.boolean(),
  isOffered: z.boolean(),
  body: z.string(),
  /** What it is read, saved and deleted by, and the hash of its whole text: of the owner's alone. */
  id: z.string().optional(),
  hash: z.string().optional(),
})
export type Skill = z.infer<typeof Skill>

/** The text of one of the owner's skills, front matter and all. `hash` names what was read when it is saved or deleted. */
export const SkillText = z.object({ id: z.string(), path: z.string(), text: z.string(), hash: z.string() })
export type SkillText = z.infer<typeof SkillText>

const text = z.string().min(1).max(SKILL_BYTES)

const ContentHash = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'This is no hash of a text')

/** Its folder gets the name that its head says. */
export const NewSkill = z.strictObject({ text })
export const SkillChange = z.strictObject({ text, hash: ContentHash })
export const SkillRemoval = z.strictObject({ hash: ContentHash })

/** Whether this can be the folder of a skill: one name, and not a hidden one. */
export const isSkillFolder = (name: string): boolean =>
  /^[^./\\\p{C}][^/\\\p{C}]*$/u.test(name) && name.length <= 100

/** `/skill:name` at the start of a message, and what follows. */
export function skillCommand(text: string): { name: string; rest: string } | null {
  const match = /^\s*\/skill:(\S*)\s*([\s\S]*)$/.exec(text)
  return match ? { name: match[1] ?? '', rest: match[2] ?? '' } : null
}

/** The owner's skills first: of two with the same name the first is used, and the other says which one is. */
export function joinSkills(owners: Skill[], workspace: Skill[]): Skill[] {
  const byName = new Map<string, Skill>()
  return [...owners, ...workspace].map(skill => {
    const first = byName.get(skill.name)
    if (!first && skill.isUsable) byName.set(skill.name, skill)
    if (!first || !skill.isUsable) return skill
    const isOwners = first.source === 'owner' ? 'yes' : 'no'
    const codedText: CodedText = { code: 'skill.sameName', params: { path: first.path, isOwners } }
    return { ...withWarning(skill, codedText), isUsable: false, isOffered: false }
  })
}

const withWarning = (skill: Skill, codedText: CodedText): Skill => ({
  ...skill,
  warnings: [...skill.warnings, phrase(codedText)],
  warningMessages: [...(skill.warningMessages ?? skill.warnings.map(() => null)), codedText],
})
