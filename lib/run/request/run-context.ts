import { ownParts, PROJECT_FILE, type PromptPart, projectFilePart, skillsPart } from '@/lib/context/assemble'
import { sha256 } from '@/lib/record/digest'
import { utf8Text } from '@/lib/tools/files/text-content'
import { look } from '@/lib/tools/workspace/snapshot'
import { filePath } from '@/lib/tools/workspace/workspace-path'
import type { Deps } from '../process/deps'
import { mask } from '../write/mask'
import type { Briefed, RequestTask } from './request-task'
import { skillsFor } from './skill-list'

/** The hashes of what the Run was told with its first Request, as far as that is stored. */
export const toldIn = ({ briefing }: RequestTask['run']): string[] =>
  briefing?.parts.map(({ hash }) => hash) ?? []

/**
 * What the Run is told as long as it lasts: as it was told with the Run's first Request, in the `texts` that are
 * stored of it, or as things are now. Nothing is written here.
 */
export async function runContext(
  deps: Deps,
  { run, session, texts }: Pick<RequestTask, 'run' | 'session'> & { texts: Map<string, string> },
): Promise<{ parts: PromptPart[]; briefed: Briefed | null }> {
  if (!run.briefing) {
    const briefed = await briefAnew(deps, { session })
    return { parts: briefed.parts, briefed }
  }
  const stored = run.briefing.parts.map(part => ({ ...part, text: texts.get(part.hash) ?? '' }))
  const own = ownParts(session.persona)
  // A Run that began with an earlier program has no parts of its own for these.
  const parts = stored[0]?.source === own[0]?.source ? stored : [...own, ...stored]
  return { parts, briefed: null }
}

async function briefAnew(deps: Deps, { session }: Pick<RequestTask, 'session'>): Promise<Briefed> {
  const { workspace } = session
  const [skills, project] = await Promise.all([skillsFor(deps, workspace), projectFile(deps, workspace)])
  const told = {
    parts: [...ownParts(session.persona), ...[skillsPart(skills) ?? []].flat(), ...project],
    skills: skills.filter(skill => skill.isOffered).map(({ name, body }) => ({ name, text: body })),
  }
  const { value: safe } = await mask(deps, { sessionId: session.id }, told)
  return { parts: safe.parts.map(withHash), skills: safe.skills.map(withHash) }
}

const withHash = <T extends { text: string }>(content: T): T & { hash: string } => ({
  ...content,
  hash: sha256(content.text),
})

/** Looking takes no longer than this. */
const LOOK_MS = 10_000

/** The file of the workspace for agents, as it is now; nothing where there is none. */
async function projectFile(
  { workspaceRoot: root, closed }: Pick<Deps, 'workspaceRoot' | 'closed'>,
  folder: string,
): Promise<PromptPart[]> {
  const path = filePath(PROJECT_FILE)
  if (path.kind === 'refused') return []
  const found = await look(path, { root, closed, folder, hash: sha256, signal: AbortSignal.timeout(LOOK_MS) })
  if (found.kind === 'absent') return []
  if (found.kind === 'refused') return [projectFilePart({ fault: found.message })]
  const text = utf8Text(found.bytes)
  return [projectFilePart(text === null ? { fault: 'It is not text.' } : { text })]
}
