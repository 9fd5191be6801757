import { promises as fs } from 'node:fs'
import { isSkillFolder, type Skill, type SkillSource } from '@/lib/domain/skills/skill'
import { readSkillFile, SKILL_BYTES } from '@/lib/domain/skills/skill-file'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import type { ToolContext } from '../define-tool'
import { utf8Text } from '../files/text-content'
import { openFolder } from '../workspace/open-folder'
import { takeSnapshot } from '../workspace/snapshot'
import { filePath, refusalOf } from '../workspace/workspace-path'

/** The most skills to read from one folder. */
export const MOST_SKILLS = 50

type Looking = Pick<ToolContext, 'root' | 'folder' | 'closed' | 'signal' | 'hash'>

/**
 * The skills in a folder, by name. The folder is walked like the workspace, without following links, whoever it
 * belongs to. An unusable skill is listed with the reason.
 */
export async function readSkills(
  looking: Looking,
  at: { path: string; source: SkillSource },
): Promise<Skill[]> {
  const names = await skillFolders(looking, at.path)
  const skills: Skill[] = []
  for (const name of names.slice(0, MOST_SKILLS)) {
    const skill = await readSkill(looking, { ...at, name })
    if (skill) skills.push(skill)
  }
  if (names.length > MOST_SKILLS) {
    const params = { most: MOST_SKILLS, count: names.length }
    skills.push(unusable({ ...at, name: '…' }, { code: 'skill.many', params }))
  }
  return skills
}

/** The names of what may be skills there. */
export async function skillFolders(looking: Looking, path: string): Promise<string[]> {
  const opened = await openFolder({ scope: looking, segments: path.split('/') })
  if (opened.kind !== 'folder') return []
  try {
    const entries = await fs.readdir(opened.folder.self, { withFileTypes: true })
    return entries
      .filter(entry => !entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    refusalOf(error, path)
    return []
  } finally {
    await opened.folder.close()
  }
}

type At = { path: string; source: SkillSource; name: string }

async function readSkill(looking: Looking, at: At): Promise<Skill | null> {
  const file = filePath(`${at.path}/${at.name}/SKILL.md`)
  if (file.kind === 'refused') return unusable(at, file.codedText)
  const snapshot = await takeSnapshot(file, looking)
  if (snapshot.kind === 'absent') return null
  if (snapshot.kind === 'refused') return unusable(at, snapshot.codedText)
  if (snapshot.bytes.length > SKILL_BYTES) return unusable(at, { code: 'skill.tooLarge' })
  const text = utf8Text(snapshot.bytes)
  if (text === null) return unusable(at, { code: 'skill.notText' })
  const { fault, warnings, ...skill } = readSkillFile(text, at.name)
  const isUsable = fault === undefined
  return {
    ...skill,
    source: at.source,
    path: file.label,
    isUsable,
    isOffered: isUsable && !skill.isHidden,
    warnings: warnings.map(phrase),
    warningMessages: warnings,
    ...(at.source === 'owner' && isSkillFolder(at.name) ? { id: at.name, hash: snapshot.hash } : {}),
  }
}

const unusable = ({ path, source, name }: At, warning: CodedText): Skill => ({
  name: oneLine(name),
  description: '',
  source,
  path: oneLine(`${path}/${name}/SKILL.md`),
  isUsable: false,
  isHidden: false,
  isOffered: false,
  body: '',
  warnings: [phrase(warning)],
  warningMessages: [warning],
})
