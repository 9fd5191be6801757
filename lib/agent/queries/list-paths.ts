import type { PathKind } from '@/lib/domain/contract/installation-operations'
import { type Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import { startWalk, walkTree } from '@/lib/tools/files/search/walk-tree'
import { openFolder } from '@/lib/tools/workspace/open-folder'
import { refusalOf, workspacePath } from '@/lib/tools/workspace/workspace-path'
import type { Deps } from '../process/deps'

/** Files or folders below a folder of the workspace, for a person who chooses one. */
export async function listPaths(
  deps: Pick<Deps, 'workspaceRoot' | 'closed' | 'whyNotReady' | 'redaction'>,
  search: { path: string; q: string; kind: PathKind; limit: number },
  signal: AbortSignal,
): Promise<{ items: { path: string; kind: PathKind }[]; truncated: boolean } | Refusal> {
  const unfit = deps.whyNotReady()
  if (unfit) return refuse('unavailable', unfit)
  const path = workspacePath(search.path)
  if (path.kind === 'refused') return refuseField('/path', path.codedText)
  const workspace = { root: deps.workspaceRoot, closed: deps.closed }
  const opened = await openFolder({ scope: workspace, segments: path.segments })
  // The folder of a session that has not begun is made when it begins.
  if (opened.kind === 'absent') return { items: [], truncated: false }
  if (opened.kind === 'refused') return refuseField('/path', opened.codedText)
  try {
    const walk = startWalk(signal, search.kind === 'folder')
    const paths: string[] = []
    for await (const { path: entryPath, stats } of walkTree(opened.folder, '', walk)) {
      if (search.kind === 'folder' ? stats.isDirectory() : stats.isFile()) paths.push(entryPath)
      if (walk.count < MOST_VISITED) continue
      walk.isCut = true
      break
    }
    const best = bestPaths(paths, search.q).values()
    const matches = [...best.filter(match => !deps.redaction.holdsSecret(match)).take(search.limit + 1)]
    const items = matches.slice(0, search.limit).map(match => ({ path: match, kind: search.kind }))
    return { items, truncated: walk.isCut || matches.length > search.limit }
  } catch (error) {
    return refuseField('/path', refusalOf(error, path.label || 'The workspace').codedText)
  } finally {
    await opened.folder.close()
  }
}

/** Somebody is typing: what lies behind this many entries is not looked at. */
const MOST_VISITED = 10_000

/**
 * The paths that hold a text, in any case: first those whose name begins with it, then those whose name holds it, and of
 * these the less deep ones.
 */
export function bestPaths(paths: readonly string[], q: string): string[] {
  const text = q.toLowerCase()
  return paths
    .flatMap(path => {
      const whole = path.toLowerCase()
      if (!whole.includes(text)) return []
      const at = whole.slice(whole.lastIndexOf('/') + 1).indexOf(text)
      return [{ path, rank: at === 0 ? 0 : at > 0 ? 1 : 2, depth: path.split('/').length }]
    })
    .sort((a, b) => a.rank - b.rank || a.depth - b.depth || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path)
}
