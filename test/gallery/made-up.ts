import type { Invocation, Result, SettledCall, WaitingCall } from '@/lib/domain/call/call'
import type { Preview } from '@/lib/domain/call/preview'
import type { Reason } from '@/lib/domain/policy/reason'
import { callLine, type Entry } from '@/lib/domain/session/entry'
import { aRun, aSession, aSet, at, aView, settledCall, waitingCall } from '../factories'
import type { GalleryState } from './gallery-state'

/** Digests that differ, as those of different texts do. */
export function digestOf(index: number): string {
  let state = index * 2_654_435_761 + 1
  const digits = Array.from({ length: 64 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 134_217_728).toString(16)
  })
  return `sha256:${digits.join('')}`
}

export const invocation = (tool: string, args: unknown): Invocation => ({
  tool,
  argumentsText: JSON.stringify(args),
  arguments: args,
})

const ASKS: Reason = {
  by: { type: 'mode', id: 'ask', name: 'Mode ask' },
  code: 'reason.askMode',
  params: { mode: 'ask' },
  text: 'Asks, because the mode is Ask.',
}

/** A new file, as its diff shows it. */
export const diffOf = (path: string, lines: string[]): Preview => ({
  kind: 'diff',
  summary: `Create ${path} (${lines.length} lines)`,
  diff: {
    path,
    after: `${lines.join('\n')}\n`,
    unified: `@@ -0,0 +1,${lines.length} @@\n${lines.map(line => `+${line}`).join('\n')}\n`,
  },
  preconditions: [{ path, hash: 'absent' }],
})

export const NOTES = ['# Release notes', '', '- Pauses survive a restart', '- Every decision is signed']

/** A file that the agent wants to write. */
export function write(index: number, path: string, given: Partial<WaitingCall> = {}): WaitingCall {
  const proposed = invocation('write_file', { path, content: `${NOTES.join('\n')}\n` })
  const risk = { level: 'medium' as const, reasons: ['Creates a file'] }
  const schema = {
    type: 'object',
    properties: { path: { type: 'string' }, content: { type: 'string' } },
    required: ['path', 'content'],
  }
  return waitingCall({
    index,
    proposed,
    risk,
    reason: ASKS,
    schema,
    digest: digestOf(index + 1),
    preview: diffOf(path, NOTES),
    ...given,
  })
}

/** What the agent wants to read; its line says all of it. */
export const read = (index: number, path: string, given: Partial<WaitingCall> = {}): WaitingCall =>
  waitingCall({
    index,
    tool: 'read_file',
    readOnly: true,
    risk: { level: 'low', reasons: [] },
    reason: ASKS,
    proposed: invocation('read_file', { path }),
    digest: digestOf(index + 1),
    preview: {
      kind: 'text',
      summary: `Read ${path}`,
      codedText: { code: 'file.read', params: { path, line: 0, column: 0, most: 0 } },
      preconditions: [],
    },
    ...given,
  })

let entries = 0

export function entry(kind: Entry['kind'], text: string, given: Partial<Entry> = {}): Entry {
  entries += 1
  return { id: `entry-${entries}`, seq: entries, runId: 'run', kind, text, at: at(entries), ...given }
}

export const resultEntry = (call: SettledCall): Entry =>
  entry('result', call.result.text, { callId: call.id, call: callLine(call) })

export const ASKED = [
  entry('user', 'Write the release notes for the new version, and keep them short.'),
  entry('assistant', 'I’ll write them to release-notes.md.'),
]

const session = aSession({ title: 'Release notes' })

/** A Call that waits for a person. */
export const waitingOn = (call: Partial<WaitingCall>): GalleryState => ({
  view: aView({
    session,
    transcript: ASKED,
    activeRun: aRun({ status: 'waiting' }),
    openSets: [aSet([waitingCall({ digest: digestOf(1), ...call })])],
  }),
})

/** A Call that has ended, with its story open. */
export function tellOf(call: Partial<WaitingCall>, result: Partial<Result> & { text: string }): GalleryState {
  const digest = digestOf(1)
  const settled = settledCall({ digest, ...call, result: { kind: 'ok', isError: false, ...result } })
  const decisions = settled.decisions.map(decision => ({ ...decision, digest: settled.digest }))
  const story: SettledCall = { ...settled, decisions, startedAt: at(9), endedAt: at(12) }
  const transcript = [...ASKED, resultEntry(story)]
  return { view: aView({ session, transcript, activeRun: aRun() }), stories: [story] }
}

/** A file that is made and one that is changed, each by its diff. */
export const NOTES_DIFFS = [
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

/** What can be put back of them. */
export const NOTES_CHANGES = NOTES_DIFFS.map(({ path }, n) => ({
  folder: '',
  path,
  before: n === 0 ? 'absent' : 'sha256:1',
  after: 'sha256:2',
}))
