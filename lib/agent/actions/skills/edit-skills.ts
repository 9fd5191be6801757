import { fieldFault, Refusal, refuse } from '@/lib/domain/contract/problem'
import type { SkillText } from '@/lib/domain/skills/skill'
import { readSkillFile } from '@/lib/domain/skills/skill-file'
import type { CodedText } from '@/lib/messages/phrase'
import { sha256 } from '@/lib/record/digest'
import type { By } from '@/lib/store/installation/idempotency-key'
import { lockInstallation } from '@/lib/store/installation/installation'
import { MOST_SKILLS, skillFolders } from '@/lib/tools/skills/read-skills'
import {
  removeSkillFile,
  type SkillScope,
  skillFileNow,
  writeSkillFile,
} from '@/lib/tools/skills/skill-store'
import type { ReplaceOutcome } from '@/lib/tools/workspace/replace-files'
import type { Snapshot } from '@/lib/tools/workspace/snapshot'
import type { Deps } from '../../process/deps'
import { ownersSkills } from '../../request/skill-list'
import { mask } from '../../write/mask'
import { transact } from '../../write/transaction'
import { refuseInstall } from '../hooks'

/** The whole text of one of the owner's skills, as it is now. */
export async function readSkillText(deps: Deps, id: string): Promise<SkillText | Refusal> {
  const folder = ownersSkills(deps)
  return folder ? textNow(deps, folder, id) : NONE
}

/**
 * A person makes a skill. Files are read and written while nobody else adds to the installation's record: one change
 * after the other, whichever process they come to. Where the commit then fails, the file is ahead of the
 * record, which is told as any failure is.
 */
export async function addSkill(
  deps: Deps,
  { text, person, once }: By & { text: string },
): Promise<SkillText | Refusal> {
  const folder = ownersSkills(deps)
  if (!folder) return refuse('unavailable', { code: 'skill.noPlace' })
  const { name: id, fault } = readSkillFile(text)
  const refusal = await refuseText(deps, { id, text, fault })
  if (refusal) return refusal
  return transact<SkillText>(deps, once, async unit => {
    await lockInstallation(unit.tx)
    const now = await skillFileNow(folder, id)
    if (now.kind === 'refused') return invalid(now.codedText)
    if (now.kind === 'file') return invalid({ code: 'skill.folderInUse', params: { name: id } })
    const { length } = await skillFolders(folder, folder.path)
    if (length >= MOST_SKILLS) return invalid({ code: 'skill.most', params: { most: MOST_SKILLS } })
    const hash = sha256(text)
    await unit.record({ type: 'skill.added', data: { skillId: id, hash, by: person.id } })
    return write(deps, folder, { id, text, snapshot: now.snapshot, path: now.path })
  })
}

/** A person saves the text of a skill, if it is still the one that they had before them. */
export async function changeSkill(
  deps: Deps,
  { id, text, hash, person }: By & { id: string; text: string; hash: string },
): Promise<SkillText | Refusal> {
  const folder = ownersSkills(deps)
  if (!folder) return NONE
  const { fault } = readSkillFile(text, id)
  const refusal = await refuseText(deps, { id, text, fault })
  return transact<SkillText>(deps, undefined, async unit => {
    await lockInstallation(unit.tx)
    const now = await skillFileNow(folder, id)
    if (now.kind === 'refused') return invalid(now.codedText)
    if (now.kind === 'absent') return NONE
    if (refusal) return refusal
    if (now.hash !== hash) return stale(await textNow(deps, folder, id))
    const after = sha256(text)
    if (after === hash) return { id, path: now.path, text, hash }
    await unit.record({ type: 'skill.changed', data: { skillId: id, hash: after, by: person.id } })
    return write(deps, folder, { id, text, snapshot: now.snapshot, path: now.path })
  })
}

/** A person deletes a skill, if it is still the one that they had before them. What runs were told of it stays. */
export async function deleteSkill(
  deps: Deps,
  { id, hash, person }: By & { id: string; hash: string },
): Promise<null | Refusal> {
  const folder = ownersSkills(deps)
  if (!folder) return NONE
  return transact<null>(deps, undefined, async unit => {
    await lockInstallation(unit.tx)
    const now = await skillFileNow(folder, id)
    if (now.kind === 'refused') return invalid(now.codedText)
    if (now.kind === 'absent') return NONE
    if (now.hash !== hash) return stale(await textNow(deps, folder, id))
    await unit.record({ type: 'skill.removed', data: { skillId: id, hash, by: person.id } })
    const { snapshot } = now
    const removed = await removeSkillFile(folder, { folder: id, snapshot, writeId: deps.newId() })
    return (await refusalOfWrite(deps, removed, { folder, id })) ?? null
  })
}

async function write(
  deps: Deps,
  folder: SkillScope,
  { id, text, snapshot, path }: { id: string; text: string; snapshot: Snapshot; path: string },
): Promise<SkillText | Refusal> {
  const written = await writeSkillFile(folder, { folder: id, text, snapshot, writeId: deps.newId() })
  return (await refusalOfWrite(deps, written, { folder, id })) ?? { id, path, text, hash: sha256(text) }
}

async function refusalOfWrite(
  deps: Deps,
  outcome: ReplaceOutcome,
  { folder, id }: { folder: SkillScope; id: string },
): Promise<Refusal | null> {
  if (outcome.kind === 'refused') return invalid(outcome.codedText)
  return outcome.kind === 'drifted' ? stale(await textNow(deps, folder, id)) : null
}

async function textNow(deps: Deps, folder: SkillScope, id: string): Promise<SkillText | Refusal> {
  const now = await skillFileNow(folder, id)
  if (now.kind === 'refused') return invalid(now.codedText)
  if (now.kind === 'absent') return NONE
  const { path, text, hash } = now
  if (await hasSecret(deps, text)) return invalid({ code: 'skill.secretInFile', params: { path } })
  return { id, path, text, hash }
}

/** A secret would be read by every model that is told of the skill, and could not be shown here again. */
async function refuseText(
  deps: Deps,
  { id, text, fault }: { id: string; text: string; fault: ReturnType<typeof readSkillFile>['fault'] },
): Promise<Refusal | null> {
  if (fault) return invalid(fault.codedText, { line: fault.line })
  if (await hasSecret(deps, text)) return invalid({ code: 'skill.secret' })
  return refuseInstall(deps, { kind: 'skill', name: id, settings: { text } })
}

const hasSecret = async (deps: Deps, text: string): Promise<boolean> =>
  (await mask(deps, null, text)).masked > 0

const stale = (skill: SkillText | Refusal): Refusal =>
  refuse('stale_revision', { code: 'skill.changed' }, skill instanceof Refusal ? {} : { skill })

const NONE = refuse('not_found', { code: 'problem.noSkill' })

const invalid = (fault: CodedText, more: { line?: number } = {}): Refusal =>
  refuse('invalid_request', fault, { ...more, errors: [fieldFault('/text', fault)] })
