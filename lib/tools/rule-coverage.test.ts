import { describe, expect } from 'vitest'
import { narrowMatchers } from '@/lib/domain/policy/narrow-rule'
import type { Matcher } from '@/lib/domain/policy/rule'
import { plain } from '@/lib/messages/phrase'
import { table } from '@/test/table'
import { sendMessage } from './channels/send-message'
import { runCommandIn } from './command/run-command'
import type { ToolDefinition } from './define-tool'
import { copyFile, moveFile } from './files/move-file'
import { writeFile } from './files/write-file'
import { serverTools } from './servers/server-tools'
import { condition, exact, inSrc, ruleVerdict } from './testing/rule-verdict'
import { fetchUrl } from './web/fetch-url'

const runCommand = runCommandIn({ kind: 'unavailable', reason: plain('Not here.') })
const [search] = serverTools(
  { id: 'notes', name: 'notes', reach: { kind: 'http', url: 'https://notes.test/mcp', headers: {} } },
  { tools: [{ name: 'search', inputSchema: { type: 'object' } }], resources: [], prompts: [] },
  { call: () => Promise.reject(new Error('Nothing is called here')) },
).tools
if (!search) throw new Error('The server has a tool')

type Case = [string, ToolDefinition, Matcher[], unknown]

const status = condition('/command', 'command', ['git', 'status'])
const anyEcho = condition('/command', 'command', ['echo', '…'])
const example = condition('/url', 'host', 'example.org')
const url = 'https://example.org/a'

/** What a Rule was made about is there, and something beside it goes further. */
const FURTHER: Case[] = [
  ['the network', runCommand, [status], { command: 'git status', network: true }],
  ['the network, in a folder', runCommand, [status], { command: 'git status', cwd: 'a', network: true }],
  ['the network, by a rule with a wildcard', runCommand, [anyEcho], { command: 'echo a', network: true }],
  [
    'the network, by the exact command',
    runCommand,
    [exact('/command', 'npm test')],
    { command: 'npm test', network: true },
  ],
  [
    'the network, by the time',
    runCommand,
    [condition('/timeoutMs', 'range', { max: 9 })],
    { command: 'id', timeoutMs: 1, network: true },
  ],
  ['the network, by no condition at all', runCommand, [], { command: 'id', network: true }],
  [
    'the network, where its absence is meant',
    runCommand,
    [exact('/network', false)],
    { command: 'id', network: true },
  ],
  [
    'the network, where only the folder is named',
    runCommand,
    [status, exact('/cwd', 'a')],
    { command: 'git status', cwd: 'a', network: true },
  ],
  ['another folder', runCommand, [status], { command: 'git status', cwd: 'vendor/evil' }],
  [
    'another folder than the one named',
    runCommand,
    [status, exact('/cwd', 'a')],
    { command: 'git status', cwd: 'b' },
  ],
  [
    'a folder, where only the network is named',
    runCommand,
    [status, exact('/network', true)],
    { command: 'git status', cwd: 'b', network: true },
  ],
  ['a folder outside', runCommand, [status], { command: 'git status', cwd: '../..' }],
  ['a folder that is absolute', runCommand, [status], { command: 'git status', cwd: '/etc' }],
  ['an argument that there is not', runCommand, [status], { command: 'git status', env: { PATH: '.' } }],
  ['a variable of the environment', runCommand, [status], { command: 'git status', environment: 'A=1' }],
  ['a flag of another type', runCommand, [status], { command: 'git status', network: 'true' }],
  ['any command, by its folder', runCommand, [exact('/cwd', 'a')], { command: 'id', cwd: 'a' }],
  ['any command, by the network', runCommand, [exact('/network', true)], { command: 'id', network: true }],
  ['any command, by its time', runCommand, [exact('/timeoutMs', 9)], { command: 'id', timeoutMs: 9 }],
  ['any address, by a method', fetchUrl, [exact('/method', 'POST')], { url, method: 'POST' }],
  ['any address, by a header', fetchUrl, [exact('/headers/a', 'b')], { url, headers: { a: 'b' } }],
  ['POST', fetchUrl, [example], { url, method: 'POST' }],
  ['PUT', fetchUrl, [example], { url, method: 'PUT' }],
  ['PATCH', fetchUrl, [example], { url, method: 'PATCH' }],
  ['DELETE', fetchUrl, [example], { url, method: 'DELETE' }],
  ['OPTIONS', fetchUrl, [example], { url, method: 'OPTIONS' }],
  ['a method that there is not', fetchUrl, [example], { url, method: 'TRACE' }],
  ['a body', fetchUrl, [example], { url, body: 'what was read' }],
  ['an empty body', fetchUrl, [example], { url, body: '' }],
  ['a method and a body', fetchUrl, [example], { url, method: 'POST', body: 'a' }],
  [
    'a body, where the method is named',
    fetchUrl,
    [example, exact('/method', 'POST')],
    { url, method: 'POST', body: 'a' },
  ],
  [
    'a method, where the body is named',
    fetchUrl,
    [example, exact('/body', 'a')],
    { url, method: 'DELETE', body: 'a' },
  ],
  ['credentials', fetchUrl, [example], { url, headers: { authorization: 'Bearer a' } }],
  ['a cookie', fetchUrl, [example], { url, headers: { cookie: 'a=b' } }],
  [
    'a header that overrides the method',
    fetchUrl,
    [example],
    { url, headers: { 'x-http-method-override': 'DELETE' } },
  ],
  [
    'a header that says where else to go',
    fetchUrl,
    [example],
    { url, headers: { 'x-forwarded-host': 'evil.test' } },
  ],
  [
    'a header beside the one named',
    fetchUrl,
    [example, exact('/headers/accept', 'text/plain')],
    { url, headers: { accept: 'text/plain', 'x-data': 'a' } },
  ],
  [
    'headers beside those named together',
    fetchUrl,
    [example, exact('/headers', { accept: 'a' })],
    { url, headers: { accept: 'a', 'x-data': 'b' } },
  ],
  [
    'a header with a name that begins alike',
    fetchUrl,
    [example, exact('/headers/x', 'a')],
    { url, headers: { x: 'a', 'x-y': 'b' } },
  ],
  [
    'a header with signs in its name',
    fetchUrl,
    [example, exact('/headers/x', 'a')],
    { url, headers: { x: 'a', 'x~1y': 'b' } },
  ],
  ['another file than the one to be moved away', moveFile, [inSrc('/from')], { from: 'src/a', to: 'docs/b' }],
  ['a file from elsewhere', moveFile, [inSrc('/to')], { from: 'private/a', to: 'src/b' }],
  ['a copy to elsewhere', copyFile, [inSrc('/from')], { from: 'src/a', to: 'public/b' }],
  ['a copy of another', copyFile, [inSrc('/to')], { from: 'private/a', to: 'src/b' }],
  ['another channel', sendMessage, [exact('/text', 'Done.')], { channel: 'everybody', text: 'Done.' }],
  ['more for a server', search, [exact('/query', 'a')], { query: 'a', url: 'https://evil.test/' }],
  [
    'more for a server, by a wildcard',
    search,
    [condition('/path', 'glob', 'src/*')],
    { path: 'src/a', recursive: true },
  ],
  ['more with a sign in its name', search, [exact('/query', 'a')], { query: 'a', 'query/b': 1 }],
  ['what is no object', search, [exact('/query', 'a')], ['query', 'a']],
]

/** What a Rule was made about, and what it leaves open by its own words. */
const COVERED: Case[] = [
  ['a command alone', runCommand, [status], { command: 'git status' }],
  ['… for a shorter time', runCommand, [status], { command: 'git status', timeoutMs: 1000 }],
  ['… without the network, said aloud', runCommand, [status], { command: 'git status', network: false }],
  ['… in the workspace, said aloud', runCommand, [status], { command: 'git status', cwd: '.' }],
  [
    '… with the network, by name',
    runCommand,
    [status, exact('/network', true)],
    { command: 'git status', network: true },
  ],
  ['… in a folder, by a glob', runCommand, [status, inSrc('/cwd')], { command: 'git status', cwd: 'src/a' }],
  ['an address', fetchUrl, [example], { url }],
  ['… by GET, said aloud', fetchUrl, [example], { url, method: 'GET' }],
  ['… by HEAD', fetchUrl, [example], { url, method: 'HEAD' }],
  ['… with no headers, said aloud', fetchUrl, [example], { url, headers: {} }],
  [
    '… with what is named',
    fetchUrl,
    [
      example,
      exact('/method', 'POST'),
      condition('/body', 'prefix', 'a='),
      exact('/headers/content-type', 'text/plain'),
    ],
    { url, method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain' } },
  ],
  [
    '… with headers named together',
    fetchUrl,
    [example, exact('/headers', { a: 'b' })],
    { url, headers: { a: 'b' } },
  ],
  ['a move within', moveFile, [inSrc('/from'), inSrc('/to')], { from: 'src/a', to: 'src/b' }],
  ['a copy within', copyFile, [inSrc('/from'), inSrc('/to')], { from: 'src/a', to: 'src/b' }],
  ['a message to a channel', sendMessage, [exact('/channel', 'me')], { channel: 'me', text: 'a' }],
  ['a file with any content', writeFile, [inSrc('/path')], { path: 'src/a', content: 'a' }],
  [
    'what a server is given, all of it named',
    search,
    [exact('/query', 'a'), exact('/n', 1)],
    { query: 'a', n: 1 },
  ],
  ['… in one condition', search, narrowMatchers({ query: 'a', n: 1 }), { query: 'a', n: 1 }],
]

describe('what a rule covers beside its conditions', () => {
  table(FURTHER)('is no call that goes further', (...[, tool, matchers, args]) => {
    expect(ruleVerdict(tool, args, { matchers })).toBe('ask')
    expect(ruleVerdict(tool, args, { matchers, tool: '*' })).toBe('ask')
  })

  table(COVERED)('is what is named', (...[, tool, matchers, args]) => {
    expect(ruleVerdict(tool, args, { matchers })).toBe('allow')
  })

  table(FURTHER)('is a call that goes further where it denies', (...[, tool, , args]) => {
    expect(ruleVerdict(tool, args, { matchers: [], effect: 'deny' })).toBe('deny')
  })
})
