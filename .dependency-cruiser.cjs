// The arrows of the house. Default: a folder of lib may import itself and nothing else; what is allowed
// beyond that stands here. Read it as: key ← may be imported by those who list it.
const SEES = {
  messages: [],
  text: ['messages'],
  domain: ['text', 'messages'],
  record: ['text', 'messages', 'domain'],
  prompt: ['text', 'messages', 'domain'],
  models: ['text', 'messages', 'domain'],
  tools: ['text', 'messages', 'domain'],
  hooks: ['text', 'messages', 'domain', 'tools'],
  store: ['text', 'messages', 'domain'],
  agent: ['text', 'messages', 'domain', 'record', 'prompt', 'models', 'tools', 'hooks', 'store'],
  server: [
    'text',
    'messages',
    'domain',
    'record',
    'prompt',
    'models',
    'tools',
    'hooks',
    'store',
    'agent',
    'env',
  ],
  client: ['text', 'messages', 'domain'],
}

/** The rooms of lib/agent, from the door down: each may see those below it. */
const ROOMS = ['actions', 'queries', 'loop', 'compaction', 'request', 'calls', 'export', 'write', 'process']

const TESTS = '\\.(test|e2e)\\.(ts|tsx|mjs)$|^(e2e|bench|test)/|/testing/'

const layers = Object.entries(SEES).map(([folder, seen]) => ({
  name: `lib/${folder} sees only ${seen.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: `^lib/${folder}/`, pathNot: TESTS },
  to: {
    path: '^(lib|app|components|e2e|bench|test|scripts)/',
    pathNot: `^lib/(${[folder, ...seen].join('|')})(/|\\.)`,
  },
}))

const rooms = ROOMS.map((room, place) => ({
  name: `lib/agent/${room} sees only what is below it`,
  severity: 'error',
  from: { path: `^lib/agent/${room}/`, pathNot: TESTS },
  to: { path: `^lib/agent/(${ROOMS.slice(0, place).join('|') || 'nothing'})/` },
}))

const only = (name, path, owners) => ({
  name,
  severity: 'error',
  from: { pathNot: `${owners}|${TESTS}` },
  to: { path },
})

module.exports = {
  forbidden: [
    ...layers,
    ...rooms,
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nobody imports app',
      severity: 'error',
      from: { pathNot: `^app/|${TESTS}` },
      to: { path: '^app/' },
    },
    {
      name: 'the domain knows zod and nothing else',
      severity: 'error',
      from: { path: '^lib/domain/', pathNot: TESTS },
      to: { pathNot: '^lib/(domain|text|messages)/|node_modules/zod/' },
    },
    {
      name: 'components see domain, client and each other',
      severity: 'error',
      from: { path: '^components/', pathNot: TESTS },
      to: { path: '^(lib|app|e2e|bench|test|scripts)/', pathNot: '^lib/(text|messages|domain|client)/' },
    },
    {
      name: 'components/ui knows nothing of ours',
      severity: 'error',
      from: { path: '^components/ui/', pathNot: TESTS },
      to: { path: '^(lib|app|components)/', pathNot: '^components/ui/' },
    },
    {
      name: 'only tests import test tools',
      severity: 'error',
      from: { pathNot: `${TESTS}|^app/gallery/` },
      to: { path: '^test/|/testing/' },
    },
    only(
      'only lib/store imports Prisma',
      'node_modules/(@prisma|\\.prisma)/|^lib/store/generated/',
      '^lib/store/|^prisma/',
    ),
    only('only lib/server/queue.ts imports the job engine', 'node_modules/pg-boss/', '^lib/server/queue'),
    only(
      'only lib/server/traces imports OpenTelemetry',
      'node_modules/@opentelemetry/',
      '^lib/server/traces/',
    ),
    {
      name: 'traces are loaded only where they are switched on',
      severity: 'error',
      from: { pathNot: `^lib/server/traces/|${TESTS}` },
      to: { path: '^lib/server/traces/', dynamic: false },
    },
    only('only lib/models/ai-sdk imports the AI SDK', 'node_modules/(ai|@ai-sdk)/', '^lib/models/ai-sdk/'),
    {
      name: 'hashes and keys only in lib/record and lib/server',
      severity: 'error',
      from: { path: '^lib/', pathNot: `^lib/(record|server)/|${TESTS}` },
      to: { path: '^(node:)?crypto$' },
    },
    {
      name: 'everything that is imported can be found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(\\.next|lib/store/generated/(internal|models|browser|enums|commonInputTypes))|node_modules/\\.',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
