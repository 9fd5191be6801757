import { type Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import type { Hook } from '@/lib/domain/hooks/hook'
import { joinSkills, type Skill, skillCommand } from '@/lib/domain/skills/skill'
import { skillMessage } from '@/lib/prompt/assemble'
import { sha256 } from '@/lib/record/digest'
import { listHooks } from '@/lib/store/hooks/hook'
import { findSession } from '@/lib/store/session/session'
import { readSkills } from '@/lib/tools/skills/read-skills'
import type { SkillScope } from '@/lib/tools/skills/skill-store'
import type { Deps } from '../process/deps'
import { addNotice } from '../write/add-entry'
import { mask } from '../write/mask'
import { pinnedPlugin } from '../write/store-hook'
import type { Write } from '../write/write'

/** Where they lie: in the data directory, and in a workspace. */
const OWNERS = 'skills'
const WORKSPACES = '.countersign/skills'

const LOOK_MS = 10_000

const looking = () => ({ hash: sha256, signal: AbortSignal.timeout(LOOK_MS) })

/** Where the owner's skills lie; null where there is no data directory. */
export const ownersSkills = ({ dataDir }: Pick<Deps, 'dataDir'>): SkillScope | null =>
  dataDir ? { root: dataDir, path: OWNERS, ...looking() } : null

/** The skills of the owner and of a workspace, as they are now. */
export async function skillsFor(
  deps: Pick<Deps, 'dataDir' | 'workspaceRoot' | 'closed' | 'whyNotReady'>,
  workspace: string,
  hooks: readonly Hook[],
): Promise<Skill[]> {
  const own = ownersSkills(deps)
  const owners = own ? readSkills(own, { path: own.path, source: 'owner' }) : []
  const root = { root: deps.workspaceRoot, closed: deps.closed, folder: workspace, ...looking() }
  const ofWorkspace = deps.whyNotReady() ? [] : readSkills(root, { path: WORKSPACES, source: 'workspace' })
  const ofPlugins = await skillsOfPlugins(deps, hooks)
  return joinSkills([...(await owners), ...ofPlugins], await ofWorkspace)
}

/** A plugin of which a hook is on brings its skills. */
async function skillsOfPlugins(
  deps: Pick<Deps, 'dataDir' | 'workspaceRoot'>,
  hooks: readonly Hook[],
): Promise<Skill[]> {
  const pins = new Map(
    hooks.flatMap(({ enabled, plugin, pin }) => (enabled && plugin ? [[plugin, pin]] : [])),
  )
  const skills = [...pins].map(async ([name, pin]) => {
    const pinned = await pinnedPlugin(deps, { plugin: name, pin })
    if (!pinned?.plugin.skills) return []
    const scope = { root: pinned.folder, path: pinned.plugin.skills.replace(/\/$/, ''), ...looking() }
    return readSkills(scope, { path: scope.path, source: 'owner' })
  })
  return (await Promise.all(skills)).flat().map(({ id: _, ...skill }) => skill)
}

/** The skills that a session would be told of; without one, those of the workspace's root. */
export async function listSkills(deps: Deps, sessionId: string | undefined): Promise<Skill[] | Refusal> {
  const session = sessionId === undefined ? null : await findSession(deps.db, { id: sessionId })
  if (sessionId !== undefined && !session) return refuse('not_found', { code: 'problem.noSession' })
  return (await mask(deps, null, await skillsFor(deps, session?.workspace ?? '', await listHooks(deps.db))))
    .value
}

/** The skill that a message asks for by `/skill:name`; null where it asks for none. */
export async function skillAsked(
  deps: Deps,
  message: { sessionId: string; text: string },
): Promise<Skill | null | Refusal> {
  const command = skillCommand(message.text)
  const session = command && (await findSession(deps.db, { id: message.sessionId }))
  if (!command || !session) return null
  const skills = await skillsFor(deps, session.workspace, await listHooks(deps.db))
  const ofWorkspace = skills.find(({ name, isUsable }) => isUsable && name === command.name)
  return ofWorkspace ?? noSkill(command.name, skills)
}

function noSkill(name: string, skills: Skill[]): Refusal {
  const broken = skills.find(skill => skill.name === name)
  const names = skills.filter(skill => skill.isUsable).map(skill => skill.name)
  if (broken)
    return refuseField('/text', {
      code: 'fault.brokenSkill',
      params: { name, reason: broken.warnings.join(' ') },
    })
  const params = { name: name.slice(0, 64) || '(nothing)', count: names.length, names: names.join(', ') }
  return refuseField('/text', { code: 'fault.noSkill', params })
}

/** A skill that a person asked for enters the transcript beside what was said, as it was when that was accepted. */
export async function tellSkill(
  write: Write,
  { runId, skill }: { runId: string; skill: Pick<Skill, 'name' | 'source' | 'path' | 'body'> },
): Promise<void> {
  addNotice(write, {
    runId,
    codedText: { code: 'notice.skill', params: { name: skill.name, source: skill.source, path: skill.path } },
    message: { role: 'user', text: skillMessage(skill), aside: true },
  })
}
