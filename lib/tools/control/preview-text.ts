import type { Previewed } from '../define-tool'
import { unifiedDiff } from '../files/unified-diff'

/** Shows what becomes of something that the session keeps, as text; where nothing does, no diff. */
export function previewText(
  name: string,
  summary: string,
  text: { before: string; after: string },
): Previewed {
  const { unified, added, removed } = unifiedDiff(name, text.before, text.after)
  const shown =
    added + removed === 0
      ? { kind: 'text' as const }
      : { kind: 'diff' as const, diff: { path: name, unified } }
  return { kind: 'preview', preview: { ...shown, summary, preconditions: [] }, risks: [] }
}
