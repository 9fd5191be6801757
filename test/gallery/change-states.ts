import type { WaitingCall } from '@/lib/domain/call/call'
import type { GalleryState } from './gallery-state'
import { digestOf, invocation, NOTES_CHANGES, NOTES_DIFFS, tellOf, waitingOn } from './made-up'

const PATCH: Partial<WaitingCall> = {
  tool: 'apply_patch',
  proposed: invocation('apply_patch', { patch: NOTES_DIFFS.map(({ unified }) => unified).join('') }),
  risk: { level: 'medium', reasons: ['Creates a file'] },
  digest: digestOf(2),
  preview: {
    kind: 'diff',
    summary: '2 files: Create docs/index.md (2 lines); Change release-notes.md (+1 −1)',
    diffs: NOTES_DIFFS,
    preconditions: [],
  },
}

const DELETION: Partial<WaitingCall> = {
  tool: 'delete_file',
  proposed: invocation('delete_file', { path: 'docs/old-notes.md' }),
  risk: { level: 'medium', reasons: ['Removes a file'] },
  preview: {
    kind: 'diff',
    summary: 'Remove docs/old-notes.md (3 lines)',
    diff: {
      path: 'docs/old-notes.md',
      unified:
        '--- a/docs/old-notes.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-# Release notes\n-\n-Nothing is new in 1.9.\n',
    },
    preconditions: [{ path: 'docs/old-notes.md', hash: digestOf(3) }],
  },
}

const transferOf = (tool: 'move_file' | 'copy_file', summary: string): Partial<WaitingCall> => ({
  tool,
  proposed: invocation(tool, { from: 'release-notes.md', to: 'docs/releases/2.0.md' }),
  risk: {
    level: 'medium',
    reasons: tool === 'move_file' ? ['Creates a file', 'Removes a file'] : ['Creates a file'],
  },
  preview: { kind: 'text', summary, preconditions: [] },
})

const HUGE = { path: 'data.json', content: 'x'.repeat(2 * 1024 * 1024) }

/** What changes files, before and after. */
export const CHANGE_STATES: Record<string, () => GalleryState> = {
  'huge-argument': () =>
    waitingOn({
      tool: 'write_file',
      proposed: invocation('write_file', HUGE),
      preview: {
        kind: 'diff',
        summary: 'Create data.json (1 line, 2,097,152 bytes)',
        diff: { path: 'data.json', unified: `@@ -0,0 +1 @@\n+${'x'.repeat(20_000)}\n`, truncated: true },
        preconditions: [],
      },
    }),
  'a-patch': () => waitingOn(PATCH),
  'a-patch-that-ran': () => tellOf(PATCH, { text: 'Changed 2 files.', changes: NOTES_CHANGES }),
  'a-deletion': () => waitingOn(DELETION),
  'a-move': () =>
    waitingOn(transferOf('move_file', 'Move release-notes.md to docs/releases/2.0.md (1,204 bytes)')),
  'a-copy': () =>
    waitingOn(transferOf('copy_file', 'Copy release-notes.md to docs/releases/2.0.md (1,204 bytes)')),
}
