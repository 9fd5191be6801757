import { expect, test } from 'vitest'
import type { RiskLevel } from '@/lib/domain/call/tool'
import { ruleWidths } from '@/lib/domain/policy/rule-widths'
import { suspicionsIn } from '@/lib/domain/policy/suspicious-text'
import { waitingCall } from '@/test/factories'
import { table } from '@/test/table'
import { BUILTIN_TOOLS } from './builtin-tools'
import { runCommandIn } from './command/run-command'
import { createRegistry } from './registry'
import { serverTools } from './servers/server-tools'
import { ruleVerdict } from './testing/rule-verdict'
import { hash, temporaryWorkspace } from './testing/temporary-workspace'

const { tools } = serverTools(
  { id: 'desk', name: 'desk', reach: { kind: 'http', url: 'https://desk.test/mcp', headers: {} } },
  { tools: [{ name: 'search', inputSchema: { type: 'object' } }], resources: [], prompts: [] },
  { call: () => Promise.reject(new Error('Nothing is called here')) },
)
const runCommand = runCommandIn({ kind: 'bubblewrap', read: [] })
const registry = createRegistry([...BUILTIN_TOOLS, runCommand, ...tools], hash)

/** The widths that a call is offered, each of which allows it. */
async function widthsOf(name: string, args: Record<string, unknown>): Promise<string[]> {
  const tool = registry.find(name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  const shown = await temporaryWorkspace(registry).previews(name, args)
  const isShown = shown.kind === 'preview'
  const levels = isShown ? shown.risks.map(({ level }) => level) : []
  const level: RiskLevel = levels.includes('high') ? 'high' : 'medium'
  const argumentsText = JSON.stringify(args)
  const widths = ruleWidths(
    waitingCall({
      tool: name,
      source: tool.source,
      proposed: { tool: name, arguments: args, argumentsText },
      risk: { level, reasons: [], suspicions: suspicionsIn(argumentsText, tool.paths(args)) },
      ...(isShown && { preview: shown.preview }),
    }),
  )
  for (const { name: width, matchers } of widths)
    expect([args, width, ruleVerdict(tool, args, { matchers })]).toEqual([args, width, 'allow'])
  return widths.map(({ name: width, subject }) => (subject === '' ? width : `${width} ${subject}`))
}

const command = (text: string, more = {}): [string, Record<string, unknown>] => [
  'run_command',
  { command: text, ...more },
]
const url = 'https://example.org/a'

table<[[string, Record<string, unknown>], string[]]>([
  [command('npm test'), ['command npm test']],
  [command(' npm  test src/a.test.ts '), ['command npm test']],
  [command('npm test', { network: true, cwd: '.' }), ['command npm test']],
  [command('npm install a', { network: true }), []],
  [command('rm a'), ['command rm a']],
  [command('rm a b'), []],
  [command('git log stash'), []],
  [command('git add package.json'), []],
  [command('git add a HEAD'), []],
  [command('cat a ../b'), []],
  [command('npm test --watch'), []],
  [command('npm --silent test'), []],
  [command('ls'), []],
  [command('A=1 npm test'), []],
  [command('npm test; id'), []],
  [command('npm test > out'), []],
  [command('npm "test"'), []],
  [command('env A=1 npm test'), []],
  [command('time npm test'), []],
  [command('npx eslint a'), []],
  [command('bash build.sh'), []],
  [command('. build.sh'), []],
  [['fetch_url', { url }], ['host example.org']],
  [['fetch_url', { url: 'https://example.org?a=b', method: 'HEAD' }], ['host example.org']],
  [['fetch_url', { url, method: 'POST' }], []],
  [['fetch_url', { url, headers: { a: 'b' } }], []],
  [['fetch_url', { url: 'http://example.org/' }], []],
  [['fetch_url', { url: 'https://example.org:8443/' }], []],
  [['fetch_url', { url: 'https://a@example.org/' }], []],
  [['fetch_url', { url: 'https://127.1/' }], []],
  [['fetch_url', { url: 'https://example.org/a/../b' }], []],
  [
    ['write_file', { path: 'notes/old/a.md', content: 'a' }],
    ['folder notes/old/', 'tool write_file'],
  ],
  [
    ['read_file', { path: 'notes/a.md' }],
    ['folder notes/', 'tool read_file'],
  ],
  [
    ['list_files', { path: 'notes/old' }],
    ['folder notes/', 'tool list_files'],
  ],
  [['list_files', {}], ['tool list_files']],
  [['write_file', { path: 'a.md', content: 'a' }], ['tool write_file']],
  [['write_file', { path: './notes/a.md', content: 'a' }], ['tool write_file']],
  [['write_file', { path: 'a*/b', content: 'a' }], ['tool write_file']],
  [['write_file', { path: 'app/package.json', content: '{}' }], []],
  [
    ['apply_patch', { patch: '*** Begin Patch\n*** Add File: notes/a\n+a\n*** End Patch' }],
    ['tool apply_patch'],
  ],
  [['apply_patch', { patch: '*** Begin Patch\n*** Add File: .git/hooks/a\n+a\n*** End Patch' }], []],
  [['move_file', { from: 'a', to: 'b' }], []],
  [['copy_file', { from: 'a', to: 'b' }], []],
  [['send_message', { channel: 'me', text: 'a' }], []],
  [['desk__search', { query: 'a' }], ['tool desk__search']],
])('what a rule that is made of a call may cover beside the call itself', async ([name, args], wider) => {
  expect([args, await widthsOf(name, args)]).toEqual([args, ['exact', ...wider]])
})

test('no rule is offered that could not be made, or could not let the call pass', async () => {
  expect(await widthsOf('write_file', { path: 'notes/a', content: 'a'.repeat(20_000) })).toEqual([
    'folder notes/',
    'tool write_file',
  ])
  expect(await widthsOf('read_file', { path: 'notes/\u202ea' })).toEqual([])
  expect(await widthsOf('update_plan', { steps: [] })).toEqual([])
})
