import { beforeAll, describe, expect, test, vi } from 'vitest'
import { sampled, table } from '@/test/table'
import { createRegistry, type Registry } from '../registry'
import { openSandbox, type Sandbox } from '../sandbox/sandbox'
import { isRunning } from '../testing/is-running'
import { hash, temporaryWorkspace } from '../testing/temporary-workspace'
import { runCommandIn } from './run-command'

/** So many seconds that no other process of this machine sleeps for them. */
const LONG = `8${process.pid}`

/** `told`: what its result says. `ms`: for how long it may go on, where it does not end by itself. */
type Case = { name: string; command: string; told: RegExp; ms?: number }

const ENDED = /Ended after [\d,]+ milliseconds, as it asked for/

const CASES: Case[] = [
  { name: 'hangs', command: `sleep ${LONG}`, told: ENDED, ms: 300 },
  { name: 'is busy for ever', command: 'while :; do :; done', told: ENDED, ms: 300 },
  { name: 'waits for input', command: 'cat; read -r line; echo read', told: /^read\nIt|^read$|^read\b/ },
  { name: 'waits at a pipe that nobody writes to', command: 'mkfifo p; cat p', told: ENDED, ms: 300 },
  { name: 'waits for a terminal', command: 'cat /dev/tty', told: /No such device|Exit code 1/ },
  { name: 'stops itself', command: 'kill -STOP $$; echo woken', told: ENDED, ms: 500 },
  {
    name: 'stops all that is around it',
    command: 'kill -STOP -1; kill -STOP 0; echo on',
    told: ENDED,
    ms: 500,
  },
  { name: 'floods', command: 'yes', told: /Ended, since it wrote more than 268,435,456 bytes/ },
  { name: 'floods by its errors', command: 'yes >&2', told: /Ended, since it wrote more than/ },
  {
    name: 'writes one line without end',
    command: 'head -c 50000000 /dev/zero | tr "\\0" x',
    told: /bytes left out/,
  },
  { name: 'prints what is no text', command: 'head -c 300000 /dev/urandom', told: /./ },
  { name: 'prints half a character', command: "printf 'a\\xf0\\x9f'", told: /^a\ufffd+$/ },
  { name: 'prints nothing but zeros', command: 'head -c 100000 /dev/zero', told: /./ },
  { name: 'speaks to a terminal', command: "printf '\\e[2J\\e]0;title\\a\\rover'", told: /over/ },
  { name: 'dies of a signal', command: 'kill -SEGV $$', told: /Exit code 139: killed by signal 11/ },
  { name: 'kills itself', command: 'kill -KILL $$', told: /Exit code 137: killed by signal 9/ },
  { name: 'kills all that it can see', command: 'kill -KILL -1; echo on', told: /./ },
  { name: 'kills what watches it', command: 'kill -KILL $PPID; kill -KILL 1; echo on', told: /./ },
  {
    name: 'is deaf to every signal',
    command: `trap '' $(seq 1 64 | tr '\\n' ' ') 2>/dev/null; trap '' TERM INT HUP QUIT PIPE; sleep ${LONG}`,
    told: ENDED,
    ms: 300,
  },
  {
    name: 'forks without end',
    command: `while :; do sleep ${LONG} & done`,
    told: /Ended after|fork/,
    ms: 700,
  },
  {
    name: 'closes what it writes to, and goes on',
    command: `exec >&- 2>&- <&-; sleep ${LONG}; touch late`,
    told: ENDED,
    ms: 300,
  },
  {
    name: 'becomes a daemon',
    command: `setsid bash -c '(sleep ${LONG} </dev/null >/dev/null 2>&1 &)'; nohup sleep ${LONG} >/dev/null 2>&1 & disown; echo gone`,
    told: /^gone/,
  },
  {
    name: 'becomes a daemon that keeps the output',
    command: `perl -e 'use POSIX; fork and exit; POSIX::setsid(); fork and exit; exec "sleep", "${LONG}"'; echo gone`,
    told: /^gone\n[1-3] process.* ended with it: .*(sleep|perl)/,
  },
  {
    name: 'fills what lies in memory',
    command: 'head -c 300000000 /dev/zero > /tmp/full; echo code $?',
    told: /No space left on device/,
  },
  {
    name: 'writes a file without end',
    command: 'truncate -s 3000000000 large; echo code $?',
    told: /File size limit exceeded|File too large|code 1/,
  },
  {
    name: 'opens files without end',
    command: 'n=10; while eval "exec $n</dev/null"; do n=$((n + 1)); done; echo enough',
    told: /Too many open files|Bad file descriptor/,
  },
  {
    name: 'takes memory without end',
    command: 'perl -e \'my $a = "x" x 5_000_000_000\'',
    told: /Out of memory|Exit code/,
  },
  {
    name: 'says that it never began',
    command: 'echo moved >&4; echo moved >&3; true',
    told: /Bad file descriptor/,
  },
  { name: 'removes where it is', command: 'cd /; rm -rf /workspace; echo gone', told: /gone/ },
  { name: 'is no command', command: 'if then fi (', told: /syntax error[\s\S]*Exit code 2/ },
  { name: 'is not there', command: './nobody --here', told: /Exit code 127/ },
  { name: 'may not run', command: 'touch a; ./a', told: /Exit code 126/ },
  { name: 'calls itself', command: 'ulimit -s 256; f() { f; }; f', told: /Exit code 1(39|34)|recursion/ },
]

let sandbox: Sandbox
let tools: Registry

beforeAll(async () => {
  sandbox = await openSandbox({ kind: 'bubblewrap', read: [] })
  tools = createRegistry([runCommandIn(sandbox)], hash)
})

test('what a command may fill in memory has a size, and where memory runs out it goes first', async () => {
  const { runs } = temporaryWorkspace(tools)
  const command = [
    ...[
      'cat /proc/self/oom_score_adj',
      'for path in /tmp /run /dev/shm "$HOME"; do df -m --output=size $path | tail -1; done',
    ],
    ...['echo x > /dev/null && echo x > /dev/shm/x && echo writes', 'echo x > /dev/more || echo refused'],
  ].join('; ')
  const outcome = await runs('run_command', { command })
  const words = 'text' in outcome ? outcome.text.replace(/.*more: Read-only.*\n/, '').split(/\s+/) : []
  expect(words).toEqual(['1000', '256', '256', '256', '256', 'writes', 'refused'])
})

test('a command has at most 512 processes, unless Health says that nothing limits them', async () => {
  const { runs } = temporaryWorkspace(tools)
  const command = `perl -e 'while (@all < 600 && defined(my $id = fork)) { $id or sleep ${LONG}; push @all, $id } kill 9, @all; 1 until wait < 0; print scalar @all'`
  const outcome = await runs('run_command', { command })
  const isLimited = sandbox.kind === 'bubblewrap' && sandbox.cgroup !== null
  expect('text' in outcome && Number(outcome.text) < 512).toBe(isLimited)
})

describe('a command', () => {
  test.each(sampled(CASES, 8))(
    'that $name comes to a result, and nothing of it is left',
    async ({ command, told, ms }) => {
      const { runs, outsideIsUntouched } = temporaryWorkspace(tools)
      const args = { command, ...(ms === undefined ? {} : { timeoutMs: ms }) }
      const done = await runs('run_command', args)
      expect(done).toMatchObject({ text: expect.stringMatching(told) })
      expect(['ok', 'error']).toContain(done.kind)
      expect(done).not.toHaveProperty('bug')
      // What was killed is gone once the kernel has come to it.
      await vi.waitFor(() => expect(isRunning(`sleep ${LONG}`)).toBe(false))
      expect(outsideIsUntouched()).toBe(true)
      expect(await runs('run_command', { command: 'echo next' })).toMatchObject({ kind: 'ok', text: 'next' })
    },
  )

  const FORMS: [string, string][] = [
    ['a zero in it', 'echo a\0b'],
    ['half a character in it', 'echo \ud800'],
    ['more words than a system takes', `true ${'x'.repeat(140_000)}`],
    ['many lines', 'true\n'.repeat(20_000)],
    ['only spaces', '   '],
  ]
  table(FORMS)('of an odd form is refused or runs, and the tool does not fall over', async (_, command) => {
    const { runs, performs } = temporaryWorkspace(tools)
    for (const done of [await runs('run_command', { command }), await performs('run_command', { command })]) {
      expect(done).not.toHaveProperty('bug', expect.anything())
    }
  })
})
