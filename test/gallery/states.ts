import type { Call, ResultKind, SettledCall } from '@/lib/domain/call/call'
import type { Decider } from '@/lib/domain/call/decision'
import type { Preview } from '@/lib/domain/call/preview'
import { approved, executing, settled, withDecision } from '@/lib/domain/call/transitions'
import type { Run } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import type { ViewParts } from '@/lib/domain/session/view'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { aDecision, aRun, aSession, aSet, at, aView, PERSON } from '../factories'
import { CHANGE_STATES } from './change-states'
import { COMMAND_STATES } from './command-states'
import type { GalleryState } from './gallery-state'
import { ASKED, digestOf, entry, invocation, NOTES, read, resultEntry, write } from './made-up'
import { MIND_STATES } from './mind-states'
import { OUTWARD_STATES } from './outward-states'
import { SERVER_STATES } from './server-states'

const session = aSession({ title: 'Release notes' })

const shown = (given: Partial<ViewParts>, more: Omit<GalleryState, 'view'> = {}): GalleryState => ({
  view: aView({ session, transcript: ASKED, ...given }),
  ...more,
})

const working = (run: Partial<Run> = {}): { activeRun: Run } => ({ activeRun: aRun(run) })

/** Calls that wait, or are on their way, while the Run waits for them. */
const waiting = (...calls: Call[]): GalleryState =>
  shown({ ...working({ status: 'waiting' }), openSets: [aSet(calls)] })

const approvedOf = (call: ReturnType<typeof write>, given: { by?: Decider } = {}) =>
  approved(withDecision(call, aDecision({ digest: call.digest })), given.by ?? PERSON, {
    effective: call.proposed,
  })

const previewOf = (codedText: CodedText): Preview => ({
  ...{ kind: 'text', summary: phrase(codedText), codedText, preconditions: [] },
})

const executingOf = (call: ReturnType<typeof write>) => executing(approvedOf(call), 1, at(9))

const ended = (
  kind: ResultKind,
  text: string,
  given: Partial<Parameters<typeof aDecision>[0]> = {},
): SettledCall => {
  const call = write(0, 'release-notes.md')
  const ruled = withDecision(call, aDecision({ digest: call.digest, ...given }))
  return settled({ ...ruled, state: 'waiting' }, { kind, text, isError: kind === 'error' }, at(12))
}

/** A Run that is over, and what stands in its place. */
const over = (outcome: Entry['outcome'], words: string): GalleryState =>
  shown({
    transcript: [...ASKED, entry('notice', words, { outcome })],
    lastRun: aRun({ status: 'ended', endedAt: at(30), ...outcome }),
  })

const compactedEntry = (method: 'summary' | 'trim'): Entry =>
  entry(
    method === 'summary' ? 'summary' : 'notice',
    method === 'summary' ? COMPACTED_WORDS : 'The summary failed. The scripted model failed (500).',
    {
      compaction: {
        ...{ method, why: method === 'summary' ? 'messages' : 'overflow', dropped: 42, from: 1, through: 80 },
        before: { messages: 51, chars: 21_000, tokens: 5_454 },
        after: { messages: 10, chars: 4_000, tokens: 1_040 },
      },
    },
  )

const COMPACTED_WORDS =
  'Goal\nRelease notes for 2.0\n\nDone\nThe list of changes\n\nFiles changed:\n- release-notes.md'

const NEARLY_FULL = {
  messages: 47,
  chars: 120_000,
  tokens: 30_200,
  overhead: 2_100,
  ratio: 1.1,
  input: { cached: 28_900, fresh: 6_600 },
}

const RULE: Decider = { type: 'rule', id: 'rule', name: 'Nothing below secrets/' }

const BLOCKS = [
  'They stand at the top of the file, under the number of the release. The script that makes them:\n\n',
  '```sh\nset -eu\ngit log --oneline "$1"..HEAD |\n',
  '  sed "s/^[^ ]* /- /"\n```\n\n',
  'It wants the number of the release before.',
]
const IN_BLOCKS = {
  text: BLOCKS.join(''),
  blocks: BLOCKS.map((_, n) => BLOCKS.slice(0, n).join('').length),
}

/** The page of an installation in which nothing has been done yet. */
export const EMPTY = 'empty-installation'

const FILES = ['changes since the last release.md', 'figures.pdf'].map(name => ({
  ...{ name, mediaType: 'text/plain', hash: digestOf(1), bytes: 12_345 },
}))

/** Every state that a session can be in, by its name in the address of the gallery. */
export const STATES: Record<string, () => GalleryState> = {
  opening: () => shown({}, { isOpening: true }),
  'empty-session': () => shown({ transcript: [] }),
  thinking: () => shown(working()),
  compacting: () => shown(working({ compacting: true })),
  compacted: () =>
    shown({
      transcript: [...ASKED, compactedEntry('summary'), compactedEntry('trim')],
      context: NEARLY_FULL,
    }),
  streaming: () =>
    shown(
      { ...working(), transcript: ASKED.slice(0, 1) },
      {
        draft: {
          reasoning: 'Short, so three lines at most.',
          text: 'I’ll write them to release-notes.md: what is new, in th',
        },
      },
    ),
  'streaming-in-blocks': () => shown({ ...working(), transcript: ASKED.slice(0, 1) }, { draft: IN_BLOCKS }),
  'writing-a-call': () =>
    shown(working(), {
      draft: { calls: { c: { tool: 'write_file', text: '{"path":"release-notes.md","content":"# Rel' } } },
    }),
  'one-waiting': () => waiting(write(0, 'release-notes.md')),
  'many-waiting': () =>
    waiting(...['release-notes.md', 'CHANGELOG.md', 'docs/upgrade.md'].map((path, n) => write(n, path))),
  'reads-waiting': () =>
    waiting(...['package.json', 'CHANGELOG.md', 'docs/upgrade.md'].map((path, n) => read(n, path))),
  'reads-and-writes-waiting': () =>
    waiting(
      write(0, 'release-notes.md'),
      read(1, 'CHANGELOG.md'),
      read(2, 'docs/upgrade.md'),
      write(3, 'docs/index.md'),
      read(4, 'package.json'),
    ),
  'partly-decided': () =>
    waiting(approvedOf(write(0, 'release-notes.md')), write(1, 'CHANGELOG.md'), write(2, 'docs/upgrade.md')),
  'held-back': () =>
    waiting({
      ...approvedOf(write(0, 'release-notes.md')),
      heldBy: { callId: 'given-up', tool: 'run_command', startedAt: at(2) },
    }),
  drifted: () => waiting(write(0, 'release-notes.md', { why: 'drifted' })),
  'invalid-arguments': () =>
    shown({
      ...working(),
      transcript: [
        ...ASKED,
        resultEntry(
          settled(
            write(0, 'release-notes.md'),
            { kind: 'error', text: 'write_file: /content is missing.', isError: true },
            at(9),
          ),
        ),
      ],
    }),
  'unknown-outcome-that-worked': () => {
    const preview = previewOf({ code: 'file.isSame', params: { path: 'release-notes.md' } })
    const evidence = { startedAt: at(9), processDead: true }
    return waiting(write(0, 'release-notes.md', { why: 'outcome_unknown', attempt: 1, preview, evidence }))
  },
  'unknown-outcome': () =>
    waiting(
      write(0, 'release-notes.md', {
        why: 'outcome_unknown',
        attempt: 1,
        startedAt: at(9),
        decisions: [aDecision({ digest: digestOf(1) })],
        evidence: { startedAt: at(9), lastOutput: 'Writing 4 lines…', processDead: true },
      }),
    ),
  expired: () =>
    shown({
      transcript: [
        ...ASKED,
        resultEntry(
          ended('expired', 'Not run: nobody decided in time.', {
            kind: 'deny',
            by: { type: 'expiry', id: 'expiry', name: 'expiry' },
          }),
        ),
      ],
    }),
  'denied-by-rule': () =>
    shown({
      transcript: [
        ...ASKED,
        resultEntry(
          ended('denied', 'Refused by a rule: Nothing below secrets/.', { kind: 'deny', by: RULE }),
        ),
      ],
    }),
  'denied-by-you': () =>
    shown({
      transcript: [
        ...ASKED,
        resultEntry(
          ended('denied', 'Not run: denied by Owner. Put it below docs/.', {
            kind: 'deny',
            reason: 'Put it below docs/.',
          }),
        ),
      ],
    }),
  'running-with-live-output': () =>
    shown(
      { ...working(), openSets: [aSet([executingOf(write(0, 'release-notes.md'))])] },
      { draft: { outputs: { 'call-0': 'Checking the folder\nWriting 4 lines\n' } } },
    ),
  'tool-failed': () =>
    shown({
      ...working(),
      transcript: [
        ...ASKED,
        resultEntry(ended('error', 'release-notes.md is a symbolic link: links are not followed.')),
      ],
    }),
  'model-failed': () =>
    shown(
      working({
        retryAt: at(34),
        lastFailure: 'Anthropic is overloaded (529). Countersign tries again by itself.',
      }),
    ),
  'out-of-limit': () => over({ stopReason: 'cap' }, 'The limit of 10 requests is reached.'),
  'stopped-by-you': () => over({ stopReason: 'cancelled' }, 'Stopped by Owner.'),
  'run-failed': () =>
    over(
      { stopReason: 'error', error: 'Wrong key.' },
      'The run ended: Anthropic refused the key. Check ANTHROPIC_API_KEY and start again.',
    ),
  'attached-files': () => shown({ transcript: [entry('user', 'What changed?', { attachments: FILES })] }),
  'message-queued': () => {
    const { view } = waiting(write(0, 'release-notes.md'))
    const item = {
      id: 'item',
      runId: 'run',
      mode: 'steer' as const,
      text: 'Mention the new seal, too.',
      createdAt: at(20),
    }
    return { view: { ...view, queue: [item] } }
  },
  reconnecting: () => ({ ...waiting(write(0, 'release-notes.md')), live: 'reconnecting' }),
  'for-others-to-decide': () => ({
    ...waiting(write(0, 'release-notes.md'), write(1, 'CHANGELOG.md')),
    isForeign: true,
  }),
  'two-hundred-calls': () =>
    waiting(...Array.from({ length: 200 }, (_, n) => write(n, `notes/page-${n + 1}.md`))),
  'hidden-characters': () =>
    waiting(
      write(0, 'ab\u202Etxt.exe', {
        risk: {
          level: 'high',
          reasons: ['Hidden characters in the arguments', 'Look-alike characters in the arguments'],
        },
        proposed: invocation('write_file', {
          path: 'ab\u202Etxt.exe',
          content: 'Привет p\u0430ypal\u200B.com\n',
        }),
        preview: { kind: 'text', summary: 'Create ab\u202Etxt.exe', preconditions: [] },
      }),
    ),
  'a-whole-story': () =>
    shown({
      transcript: [
        ...ASKED,
        resultEntry(ended('ok', 'Created release-notes.md (4 lines).')),
        entry(
          'assistant',
          `Done. The notes hold:\n\n${NOTES.slice(2).join('\n')}\n\nShall I add the **upgrade guide**, too?`,
        ),
      ],
      lastRun: aRun({ status: 'ended', stopReason: 'final_text', endedAt: at(40) }),
    }),
  ...SERVER_STATES,
  ...MIND_STATES,
  ...CHANGE_STATES,
  ...COMMAND_STATES,
  ...OUTWARD_STATES,
}
