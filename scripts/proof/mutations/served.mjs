const hostile = test => ({ file: 'lib/tools/mcp/hostile-server.test.ts', test })
const program = test => ({ file: 'lib/tools/mcp/server-program.test.ts', test })
const link = 'lib/tools/mcp/server-link.ts'

/** Servers of tools: what they are sent, what they see, and how they end. @type {import('./mutations.mjs').Mutation[]} */
export const SERVED = [
  {
    invariant: 'I11',
    name: 'a server names an inner address for signing in, and it is asked by its name',
    file: 'lib/tools/mcp/sign-in-fetch.ts',
    from: 'guardedConnector(address.isInternal,',
    to: 'guardedConnector(true,',
    guard: { file: 'lib/tools/mcp/sign-in-fetch.test.ts', test: 'is not asked where its name stands for' },
  },
  {
    invariant: 'I3',
    name: 'a call goes to a server without asking the lease',
    file: 'lib/tools/mcp/server-connection.ts',
    from: 'flight.context.beforeEffect()',
    to: '',
    guard: hostile('is not sent where the lease has lapsed'),
  },
  {
    invariant: 'I4',
    name: 'a tool of a server runs though it is another than the one shown',
    file: link,
    from: "if (!isSame(tool, call.tool)) return 'drifted'",
    to: '',
    guard: hostile('that is another than the one shown does not run, and what it is now is told'),
  },
  {
    invariant: 'I3',
    name: 'a call that a server was stopped in counts as not begun',
    file: link,
    from: 'if (!isSent) {',
    to: 'if (!isSent || signal.aborted) {',
    guard: hostile('that is stopped is unknown, the server is told, and what it answers late is nothing'),
  },
  {
    invariant: 'I19',
    name: 'the watchdog of a server kills nothing',
    file: 'lib/tools/mcp/process-transport.ts',
    from: 'kill -KILL -- "-$$"',
    to: 'true',
    guard: program('ends with all that it started where this process is killed'),
  },
  {
    invariant: 'I20',
    name: 'a message of a server is read however deep it is',
    file: 'lib/tools/mcp/process-transport.ts',
    from: 'if (isSimple(line))',
    to: 'if (line)',
    guard: {
      file: 'lib/tools/mcp/hostile-server.test.ts',
      test: 'is not read where that takes long, or more of the stack than there is',
    },
  },
  {
    invariant: 'I11',
    name: 'a server has the environment of this process',
    file: 'lib/tools/mcp/server-program.ts',
    from: "LANG: 'C.UTF-8', ...reach.env",
    to: 'LANG: process.env.COUNTERSIGN_CANARY, ...reach.env',
    guard: program('and out of it its environment is its own alone'),
  },
  {
    invariant: 'I11',
    name: 'a server sees the data of the installation',
    file: 'lib/tools/mcp/server-program.ts',
    from: "'--tmpfs',",
    to: "'--dir',",
    guard: program('it sees the data of the installation in no folder that it is shown'),
  },
  {
    invariant: 'I4',
    name: 'a tool of a server only reads, since the server says so',
    file: 'lib/tools/mcp/server-tools.ts',
    from: 'readOnly: false,',
    to: 'readOnly: tool.annotations?.readOnlyHint === true,',
    guard: {
      file: 'lib/tools/mcp/server-tools.test.ts',
      test: 'never counts as one that only reads, whatever the server says',
    },
  },
  {
    invariant: 'I11',
    name: 'what an owner got for one server is sent to another',
    file: 'lib/tools/mcp/sign-in-store.ts',
    from: 'entry.url === url',
    to: 'url !== undefined',
    guard: {
      file: 'lib/tools/mcp/sign-in.test.ts',
      test: 'what is kept for one address is never sent to another',
    },
  },
]
