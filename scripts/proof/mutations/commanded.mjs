const tool = test => ({ file: 'lib/tools/command/run-command.test.ts', test })
const changes = test => ({ file: 'lib/tools/command/command-changes.test.ts', test })
const copies = test => ({ file: 'lib/tools/command/tree-copy.test.ts', test })
const program = test => ({ file: 'lib/tools/sandbox/run-program.test.ts', test })

/** Commands: what they run in, and what ends them. @type {import('./mutations.mjs').Mutation[]} */
export const COMMANDED = [
  {
    invariant: 'I3',
    name: 'what was ignored before a command is taken for its work',
    file: 'lib/tools/command/file-tree.ts',
    from: '[tree, ...(earlier ? [earlier] : [])].every(',
    to: '[tree].every(',
    guard: changes('is not what git ignores, nor what it ignored before'),
  },
  {
    invariant: 'I3',
    name: 'a command runs though its changes cannot be reverted as was shown',
    file: 'lib/tools/command/perform-command.ts',
    from: "if (shown.revertible && copy.whyNot !== null) return { kind: 'drifted' }",
    to: '',
    guard: copies('what was shown so does not run otherwise'),
  },
  {
    invariant: 'I19',
    name: 'the watchdog waits for ever',
    file: 'lib/tools/sandbox/run-program.ts',
    from: 'read -r -t "$left" left <&3',
    to: 'read -r left <&3',
    guard: program('a program ends by itself where the server is asleep for longer than its lease'),
  },
  {
    invariant: 'I19',
    name: 'the watchdog kills nothing',
    file: 'lib/tools/sandbox/run-program.ts',
    from: 'kill -KILL -- "-$$"',
    to: 'true',
    guard: program('a program ends by itself where the server is killed'),
  },
  {
    invariant: 'I19',
    name: 'a command goes on without a lease',
    file: 'lib/tools/sandbox/run-program.ts',
    from: 'if (left === null) end()',
    to: 'if (left === null) beats.write("10\\n")',
    guard: tool('ends it where it lapses, which is not taken for nothing done'),
  },
  {
    invariant: 'I3',
    name: 'a command begins without asking the lease',
    file: 'lib/tools/sandbox/run-program.ts',
    from: 'const begins = seconds(permit())',
    to: 'const begins = seconds(3_000)',
    guard: tool('is read immediately before it begins: without it nothing runs'),
  },
  {
    invariant: 'I4',
    name: 'a command runs in a folder that was exchanged',
    file: 'lib/tools/command/perform-command.ts',
    from: "if (inner.kind !== 'folder') return null\n  await inner.folder.close()",
    to: "if (inner.kind === 'folder') await inner.folder.close()",
    guard: tool('is what runs: a workspace that was exchanged, or another sandbox, is looked at anew'),
  },
  {
    invariant: 'I11',
    name: 'the sandbox has the environment of the server',
    file: 'lib/tools/sandbox/run-program.ts',
    from: 'env: CLEAN_ENVIRONMENT',
    to: 'env: process.env',
    guard: tool('nothing of the server can be seen: no variable, no process, no file, no neighbour'),
  },
  {
    invariant: 'I11',
    name: 'what the installation lives by is seen in the sandbox',
    file: 'lib/tools/sandbox/bubblewrap-arguments.ts',
    from: '...view.hidden.flatMap(hide),',
    to: '',
    guard: tool('what the installation lives by is hidden, where it lies in the workspace'),
  },
  {
    invariant: 'I8',
    name: 'a command can say of itself that it never began',
    file: 'lib/tools/command/perform-command.ts',
    from: 'if (first === MOVED)',
    to: 'if (end.report.includes(MOVED))',
    guard: tool('a command cannot say of itself that it never began, by which it would run again'),
  },
  {
    invariant: 'I19',
    name: 'a command of a server that is root can change the kernel',
    file: 'lib/tools/sandbox/bubblewrap-arguments.ts',
    from: "'--remount-ro', '/proc', ",
    to: '',
    guard: tool('the kernel can be told nothing, and no key of the machine can be read'),
  },
  {
    invariant: 'I4',
    name: 'a command has the network whether it was shown or not',
    file: 'lib/tools/sandbox/bubblewrap-arguments.ts',
    from: "...(network ? ['--share-net'] : []),",
    to: "...['--share-net'],",
    guard: tool('the network is the loopback of the sandbox, unless it was asked for'),
  },
]
