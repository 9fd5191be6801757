import type { Skill } from './skill'

/** The owner's first: of two with one name the first counts, and the other says which one does. */
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
