import type { Result, WaitingCall } from '@/lib/domain/call/call'
import type { Preview } from '@/lib/domain/call/preview'
import { aDecision, at } from '../factories'
import type { GalleryState } from './gallery-state'
import { digestOf, invocation, NOTES_CHANGES, NOTES_DIFFS, tellOf, waitingOn } from './made-up'

type Command = NonNullable<Preview['command']>

const SCRIPT = "sed -i 's/^Draft$/2.0/' release-notes.md\nnode scripts/index.mjs > docs/index.md"
const WORDS = [
  ['sed', '-i', 's/^Draft$/2.0/', 'release-notes.md'],
  ['node', 'scripts/index.mjs'],
]

function command(
  { text = SCRIPT, argv = ['bash', '-c', text], ...more }: Partial<Command>,
  call: Partial<WaitingCall> = {},
): Partial<WaitingCall> {
  const [first = '', ...lines] = text.split('\n')
  const rest = lines.length > 0 ? ` … (${lines.length + 1} lines)` : ''
  return {
    tool: 'run_command',
    proposed: invocation('run_command', { command: text, ...(more.network ? { network: true } : {}) }),
    risk: { level: 'medium', reasons: [] },
    digest: digestOf(1),
    preview: {
      kind: 'command',
      summary: `Run ${first}${rest}`,
      command: {
        argv,
        text,
        cwd: '',
        sandboxed: true,
        network: false,
        ...(text === SCRIPT ? { words: WORDS } : {}),
        ...more,
      },
      preconditions: [{ path: '', hash: 'folder' }],
    },
    ...call,
  }
}

const INSTALL = { text: 'npm ci --ignore-scripts', argv: ['npm', 'ci', '--ignore-scripts'] }

const REACHES = 'Full network access, including localhost'
const UNCONFINED = 'Runs without a sandbox, with the server’s own rights'

const FAILED = 'It printed nothing.\nExit code 3.\nChanged: release-notes.md.\nAdded: docs/index.md.'

const LOG_LINES = 2_000

/** What a program wrote that wrote more than is kept: where it is cut it says how much is missing. */
function flood(): Partial<Result> & { text: string } {
  const lines = (from: number): string =>
    Array.from(
      { length: LOG_LINES / 2 },
      (_, n) => `[${from + n}] checked page ${from + n}: 0 broken links`,
    ).join('\n')
  const text = `${lines(1)}\n[187,904,113 bytes left out]\n${lines(4_100_001)}\nNothing was changed.`
  const details = { exitCode: 0, bytes: 188_297_329, truncated: true, timedOut: false, network: false }
  return { text, details, changes: [], truncated: { chars: 343_216 } }
}

/** Commands, before, after, and where nobody knows. */
export const COMMAND_STATES: Record<string, () => GalleryState> = {
  'a-command': () => waitingOn(command({ revertible: true })),
  'a-command-for-good': () =>
    waitingOn(command({ revertible: false, whyNotReverted: 'more than 5,000 files' })),
  'a-command-with-network': () =>
    waitingOn(
      command(
        { ...INSTALL, network: true, revertible: true },
        { risk: { level: 'high', reasons: [REACHES] } },
      ),
    ),
  'a-command-without-sandbox': () =>
    waitingOn(
      command(
        { ...INSTALL, sandboxed: false, network: true, cwd: 'site', revertible: true },
        { risk: { level: 'high', reasons: [UNCONFINED] } },
      ),
    ),
  'a-command-of-unknown-outcome': () =>
    waitingOn(
      command(
        { revertible: true },
        {
          why: 'outcome_unknown',
          attempt: 1,
          startedAt: at(9),
          decisions: [aDecision({ digest: digestOf(1) })],
          evidence: {
            startedAt: at(9),
            processDead: true,
            lastOutput:
              'npm warn deprecated glob@7.2.3: no longer supported\n[1/4] docs/index.md\n[2/4] docs/rele',
          },
        },
      ),
    ),
  'a-command-that-ran': () =>
    tellOf(command({ revertible: true }), {
      kind: 'error',
      isError: true,
      text: FAILED,
      changes: NOTES_CHANGES,
      details: { exitCode: 3, diffs: NOTES_DIFFS },
    }),
  'a-command-that-flooded': () => tellOf(command({ text: 'npm run check-links', revertible: true }), flood()),
}
