import { expect, test } from 'vitest'
import type { OperationName } from '@/lib/domain/contract/contract'
import { memoryBlock } from '@/lib/domain/memory/memory-block'
import { type Each, EVERY, faults, kept } from '@/test/http/every-operation'
import type { Asking } from '@/test/http/http-client'
import { httpStory } from '@/test/http/http-story'

const webhook = { name: 'ops', kind: 'webhook', url: 'https://hooks.example/in' }
const mail = {
  name: 'mail',
  kind: 'smtp',
  host: 'mail.example',
  port: 587,
  secure: false,
  from: 'desk@example.com',
  to: ['ann@example.com'],
}
const desk = { name: 'a', command: 'desk' }
const site = { name: 'a', url: 'http://x' }
const step = { id: 'a', title: 'Read' }

/** What each operation refuses for a reason of its own: bodies, by the field that it names. */
const BODIES: Partial<Record<OperationName, Record<string, unknown[]>>> = {
  sendMessage: {
    '/text': [{}, { text: '' }, { text: ' \n' }, { text: 5 }],
    '/queueMode': [{ text: 'a', queueMode: 'later' }],
    '/overrides/model': [{ text: 'a', overrides: { timeoutMs: -1, model: 'x' } }],
    '/overrides/thinking': [{ text: 'a', overrides: { thinking: 'much' } }],
    '/overrides/cap': [{ text: 'a', overrides: { cap: 1 } }],
  },
  createSession: {
    '/limits/request': [{ limits: { request: 3 } }],
    '/model': [{ model: 'scripted:none' }],
    '/title': [{ title: '' }],
    '/mode': [{ mode: 'yolo' }],
    '/modeExpiresAt': [{ mode: 'full' }, { mode: 'auto', modeExpiresAt: '2099-01-01T00:00:00Z' }],
  },
  changeSession: {
    '/limits/a~1b': [{ limits: { 'a/b': 3 } }],
    '/tools/allow': [{ tools: { allow: [] } }],
    '/compaction/on': [{ compaction: { on: true } }],
    '/key': [{ key: 'k' }],
    '/modeExpiresAt': [null, '2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'].map(modeExpiresAt => ({
      mode: 'full',
      modeExpiresAt,
    })),
  },
  importSession: { '/format': [{}, { format: 'countersign/session/2' }] },
  forkSession: { '/seq': [{}, { seq: 0 }, { seq: 1.5 }, { seq: '1' }, { seq: 99 }] },
  continueRun: { '/requests': [{ requests: 0 }] },
  correctPlan: {
    '/steps': [{}],
    '/steps/0/title': [{ steps: [{ id: 'a' }] }],
    '/steps/1/id': [{ steps: [step, step] }],
    '/steps/0/dependsOn/0': [{ steps: [{ ...step, dependsOn: ['b'] }] }],
    '/revision': [{ steps: [], revision: -1 }],
  },
  correctState: { '': [{ a: 'x'.repeat(100_001) }] },
  addMemory: {
    '/text': [
      '',
      '   ',
      'x'.repeat(2001),
      memoryBlock(['teal']),
      '<tool_result>teal</tool_result>',
      'te\0al',
    ].map(text => ({ text })),
    '/tags/0': [
      { text: 'teal', tags: ['a,b'] },
      { text: 'teal', tags: [' a'] },
    ],
    '/tags': [{ text: 'teal', tags: Array(11).fill('a') }],
  },
  changeModel: {
    '/contextWindow': [0, 1.5, '8k'].map(contextWindow => ({ contextWindow })),
    '/prices/output': [{ prices: { input: 1 } }],
    '/prices/input': [{ prices: { input: -1, output: 1 } }],
    '/prices/cache': [{ prices: { input: 1, output: 1, cache: 1 } }],
  },
  changeSettings: {
    '/internalHosts/0': [{ internalHosts: ['http://wiki.internal/'] }, { internalHosts: ['*.internal'] }],
    '/internalHosts': [{ internalHosts: Array.from({ length: 101 }, (_, at) => `a${at}.internal`) }],
    '/noticeAfterSeconds': [{ noticeAfterSeconds: 0 }],
    '/defaultModel': [{ defaultModel: 'scripted:poet' }, { defaultModel: 'small' }],
  },
  addChannel: {
    '/name': [{ ...webhook, name: 'two words' }],
    '/kind': [{ ...webhook, kind: 'pager' }],
    '/url': [
      ...['ftp://hooks.example', 'https://me:pass@hooks.example'].map(url => ({ ...webhook, url })),
      { name: 'ops', kind: 'slack', url: 'https://hooks.slack.example/services/T0/B0/x' },
    ],
    '/url/fromEnv': [{ ...webhook, url: { fromEnv: 'COUNTERSIGN_TOKEN' } }],
    '/headers/x-key': [{ ...webhook, headers: { 'x-key': 'as it is' } }],
    '/to/0': [{ ...mail, to: ['ann@example.com\r\nBcc: eve@example.com'] }],
    '/to': [{ ...mail, to: [] }],
    '/from': [{ ...mail, from: 'Desk <desk@example.com>' }],
    '/password': [
      { ...mail, user: 'desk' },
      { ...mail, password: 'as it is', user: 'desk' },
    ],
  },
  addServers: {
    '': [{ name: 'a' }, { ...desk, url: 'http://x' }, { name: 'a', mcpServers: { b: { command: 'desk' } } }],
    '/name': [{ command: 'desk' }, { ...desk, name: 'a__b' }],
    '/url': ['ftp://x', 'http://me:word@x', 'http://x?api_key=1'].map(url => ({ name: 'a', url })),
    '/args': [{ ...site, args: ['b'] }],
    '/headers': [{ ...desk, headers: { b: 'c' } }],
    '/headers/Authorization': [{ ...site, headers: { Authorization: 'Basic a' } }],
    '/env/API_TOKEN': [{ ...desk, env: { API_TOKEN: 'abc' } }],
    '/env/A/fromEnv': [{ ...desk, env: { A: { fromEnv: 'COUNTERSIGN_TOKEN' } } }],
    '/mcpServers/a/env/A': [{ mcpServers: { a: { command: 'desk', env: { A: '$' + '{DATABASE_URL}' } } } }],
    '/mcpServers': [{ mcpServers: {} }],
    '/mcpServers/b': [{ mcpServers: { good: { command: 'desk' }, b: {} } }],
  },
}

/** The same of queries: the field is the parameter where no other is named. */
const QUERIES: Partial<Record<OperationName, string[]>> = {
  listSessions: ['state=happy', 'archived=1', 'limit=201', `q=${'x'.repeat(201)}`],
  search: [
    ...[`q=${'x'.repeat(10_000)}`, 'q=-kestrel', 'q=-"a b" -c', 'from=yesterday', 'to=2026-13-01'],
    ...['kind=song /kind/0', 'decision=perhaps /decision/0'],
  ],
  listMemories: ['q=-one'],
  listCorrections: ['sessionId=one'],
  readTranscript: ['before=x', 'before=-1', 'before=1.5', 'around=x', 'after=-1'].map(
    one => `${one} /cursor`,
  ),
  waitForRun: ['timeoutMs=-1', 'timeoutMs=x', 'timeoutMs=600001'],
  sessionEvents: ['after=x', 'after=-1', 'after=99', 'after=1e3', 'after=99999999999'],
  allEvents: ['after=x', 'after=-1', 'after=99', 'after=1e3', 'deltas=x'],
  exportSession: ['format=pdf', 'format=', 'lang=de'],
  listPaths: ['path=..', 'path=/etc'],
  readUsage: [
    ...[
      'timeZone=Mars/Olympus',
      'timeZone=+03:00',
      'timeZone=FOO+3',
      'groupBy=week',
      'groupBy=run /sessionId',
    ],
    ...['from=2026-02-30', 'from=0001-01-01', 'to=tomorrow', 'sessionId=1'],
  ],
}

/** As a row of what is asked, and what is told. */
const asked = (query: string): [Asking, string] => {
  const [, key = '', value = '', path = `/${key}`] = /^(\w+)=(.*?)(?: (\/\S+))?$/s.exec(query) ?? []
  return [{ query: { [key]: value } }, path]
}

test('what an operation refuses for a reason of its own is told by its place, and stored nowhere', async () => {
  const s = await httpStory()
  const before = await kept(s)
  const rows = EVERY.flatMap(each => {
    const bodies = Object.entries(BODIES[each.name] ?? {}).flatMap(([path, all]) =>
      all.map((body): [Asking, string] => [{ body }, path]),
    )
    const isLoose = each.name.startsWith('returnFrom') || !each.operation.endpoint.startsWith('GET ')
    const queries = [...(QUERIES[each.name] ?? []), ...(isLoose ? [] : ['colour=red'])].map(asked)
    return [...bodies, ...queries].map(([sent, path]): [Each, Asking, string] => [
      each,
      sent,
      `invalid_request ${path}`,
    ])
  })
  expect(await faults(s, rows)).toEqual([])
  expect(await kept(s)).toEqual(before)
})
