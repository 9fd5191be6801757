import type { Part } from '@/lib/context/assemble'
import { PROJECT_FILE, projectFilePart } from '@/lib/context/project-file'
import { sha256 } from '@/lib/record/digest'
import { textOf } from '@/lib/tools/files/text-content'
import { look } from '@/lib/tools/workspace/snapshot'
import { filePath } from '@/lib/tools/workspace/workspace-path'
import type { Deps } from './deps'

/** Looking takes no longer than this. */
const LOOK_MS = 10_000

/** The file of the workspace for agents, as it is now; nothing where there is none. */
export async function projectFile(
  { workspaceRoot: root }: Pick<Deps, 'workspaceRoot'>,
  folder: string,
): Promise<Part[]> {
  const path = filePath(PROJECT_FILE)
  if (path.kind === 'refused') return []
  const found = await look(path, { root, folder, hash: sha256, signal: AbortSignal.timeout(LOOK_MS) })
  if (found.kind === 'absent') return []
  if (found.kind === 'refused') return [projectFilePart({ fault: found.message })]
  const text = textOf(found.bytes)
  return [projectFilePart(text === null ? { fault: 'It is not text.' } : { text })]
}
