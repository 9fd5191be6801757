import type { Result, SettledCall, WaitingCall } from '@/lib/domain/call/call'
import type { Preview } from '@/lib/domain/call/preview'
import { aRun, aSession, aSet, at, aView, settledCall, waitingCall } from '../factories'
import type { GalleryState } from './gallery-state'
import { ASKED, digestOf, invocation, resultEntry } from './made-up'

const session = aSession({ title: 'Release notes' })

const DIFFS = [
  {
    path: 'docs/index.md',
    unified:
      '--- /dev/null\n+++ b/docs/index.md\n@@ -0,0 +1,2 @@\n+# Documents\n+- [Releases](releases.md)\n',
  },
  {
    path: 'release-notes.md',
    unified: '--- a/release-notes.md\n+++ b/release-notes.md\n@@ -1,2 +1,2 @@\n # Releases\n-Draft\n+2.0\n',
  },
]

const COMMAND = "sed -i 's/^Draft$/2.0/' release-notes.md\nnode scripts/index.mjs > docs/index.md"

const command = (more: Partial<NonNullable<Preview['command']>>): Partial<WaitingCall> => ({
  tool: 'run_command',
  proposed: invocation('run_command', { command: COMMAND }),
  risk: { level: 'medium', reasons: [] },
  digest: digestOf(1),
  preview: {
    kind: 'command',
    summary: "Run sed -i 's/^Draft$/2.0/' release-notes.md … (2 lines)",
    command: {
      ...{ argv: ['bash', '-c', COMMAND], text: COMMAND, cwd: '', sandboxed: true, network: false },
      words: [
        ['sed', '-i', 's/^Draft$/2.0/', 'release-notes.md'],
        ['node', 'scripts/index.mjs'],
      ],
      ...more,
    },
    preconditions: [{ path: '', hash: 'folder' }],
  },
})

const PATCH: Partial<WaitingCall> = {
  tool: 'apply_patch',
  proposed: invocation('apply_patch', { patch: DIFFS.map(({ unified }) => unified).join('') }),
  risk: { level: 'medium', reasons: ['Creates a file'] },
  digest: digestOf(2),
  preview: {
    ...{ kind: 'diff', summary: '2 files: Create docs/index.md (2 lines); Change release-notes.md (+1 −1)' },
    ...{ diffs: DIFFS, preconditions: [] },
  },
}

const CHANGES = ['docs/index.md', 'release-notes.md'].map((path, n) => ({
  ...{ folder: '', path, before: n === 0 ? 'absent' : 'sha256:1', after: 'sha256:2' },
}))

const waiting = (call: Partial<WaitingCall>): GalleryState => ({
  view: aView({
    ...{ session, transcript: ASKED, activeRun: aRun({ status: 'waiting' }) },
    openSets: [aSet([waitingCall(call)])],
  }),
})

/** A Call that has ended, with its story open. */
function told(call: Partial<WaitingCall>, result: Partial<Result> & { text: string }): GalleryState {
  const story: SettledCall = {
    ...settledCall({ ...call, result: { kind: 'ok', isError: false, changes: CHANGES, ...result } }),
    startedAt: at(9),
    endedAt: at(12),
  }
  const transcript = [...ASKED, resultEntry(story)]
  return { view: aView({ session, transcript, activeRun: aRun() }), stories: [story] }
}

const FAILED = 'It printed nothing.\nExit code 3.\nChanged: release-notes.md.\nAdded: docs/index.md.'

/** What changes several files, before and after. */
export const CHANGE_STATES: Record<string, () => GalleryState> = {
  'a-command': () => waiting(command({ revertible: true })),
  'a-command-for-good': () =>
    waiting(command({ revertible: false, whyNotReverted: 'more than 5,000 files' })),
  'a-command-that-ran': () =>
    told(command({ revertible: true }), {
      ...{ kind: 'error', isError: true, text: FAILED, details: { exitCode: 3, diffs: DIFFS } },
    }),
  'a-patch': () => waiting(PATCH),
  'a-patch-that-ran': () => told(PATCH, { text: 'Changed 2 files.' }),
}
