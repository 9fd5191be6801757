import type { Compute } from '@/lib/domain/job'
import type { CodedText } from '@/lib/messages/phrase'
import { linePreview, type PreviewOutcome, previewSummary } from '../define-tool'
import { COMPARE_TEXTS } from '../files/change/unified-diff'

/** Previews a change of something stored in the session as a diff of texts; without a change there is no diff. */
export async function previewText(
  { name, codedText }: { name: string; codedText: CodedText },
  text: { before: string; after: string },
  compute: Compute,
): Promise<PreviewOutcome> {
  const { unified, addedLines, removedLines } = await compute(COMPARE_TEXTS, { path: name, ...text })
  if (addedLines + removedLines === 0) return linePreview(codedText)
  const diff = { path: name, unified }
  return {
    kind: 'preview',
    preview: { kind: 'diff', diff, ...previewSummary(codedText), preconditions: [] },
    risks: [],
  }
}
