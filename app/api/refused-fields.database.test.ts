import { expect, test } from 'vitest'
import type { OperationName } from '@/lib/domain/contract/contract'
import { memoryBlock } from '@/lib/domain/memory/memory-block'
import { type Each, EVERY, faults, kept } from '@/lib/testing/http/every-operation'
import type { Asking } from '@/lib/testing/http/http-client'
import { httpStory } from '@/lib/testing/http/http-story'

const webhook = { name: 'ops', kind: 'webhook', url: 'https://hooks.example/in' }
const mail = {
  ...{ name: 'mail', kind: 'smtp', host: 'mail.example', port: 587, secure: false },
  ...{ from: 'desk@example.com', to: ['ann@example.com'] },
}
const command = 'desk'
const A = { id: 'a', title: 'Read' }

/** What each operation refuses for a reason of its own, by the field that it names. */
const REFUSED: Partial<Record<OperationName, [unknown, string][]>> = {
  sendMessage: [
    ...[{}, { text: '' }, { text: ' \n' }, { text: 5 }].map((body): [unknown, string] => [body, '/text']),
    [{ text: 'a', queueMode: 'later' }, '/queueMode'],
    [{ text: 'a', overrides: { timeoutMs: -1, model: 'x' } }, '/overrides/model'],
    [{ text: 'a', overrides: { thinking: 'much' } }, '/overrides/thinking'],
    [{ text: 'a', overrides: { cap: 1 } }, '/overrides/cap'],
  ],
  createSession: [
    [{ limits: { request: 3 } }, '/limits/request'],
    [{ model: 'scripted:none' }, '/model'],
    [{ title: '' }, '/title'],
    [{ mode: 'yolo' }, '/mode'],
  ],
  changeSession: [
    [{ limits: { 'a/b': 3 } }, '/limits/a~1b'],
    [{ tools: { allow: [] } }, '/tools/allow'],
    [{ compaction: { on: true } }, '/compaction/on'],
    [{ key: 'k' }, '/key'],
  ],
  forkSession: [{}, { seq: 0 }, { seq: 1.5 }, { seq: '1' }, { seq: 99 }].map(body => [body, '/seq']),
  continueRun: [[{ requests: 0 }, '/requests']],
  correctPlan: [
    [{}, '/steps'],
    [{ steps: [{ id: 'a' }] }, '/steps/0/title'],
    [{ steps: [{ ...A, colour: 'red' }] }, '/steps/0/colour'],
    [{ steps: [A, A] }, '/steps/1/id'],
    [{ steps: [{ ...A, dependsOn: ['b'] }] }, '/steps/0/dependsOn/0'],
    [{ steps: [{ ...A, dependsOn: ['a'] }] }, '/steps/0/dependsOn'],
    [{ steps: [], revision: -1 }, '/revision'],
  ],
  correctState: [[{ a: 'x'.repeat(100_001) }, '']],
  addMemory: [
    ...['', '   ', 'x'.repeat(2001), memoryBlock(['teal']), '<tool_result>teal</tool_result>', 'te\0al'].map(
      (text): [unknown, string] => [{ text }, '/text'],
    ),
    [{ text: 'teal', tags: ['a,b'] }, '/tags/0'],
    [{ text: 'teal', tags: [' a'] }, '/tags/0'],
    [{ text: 'teal', tags: Array(11).fill('a') }, '/tags'],
  ],
  changeModel: [
    ...[0, 1.5, '8k'].map((contextWindow): [unknown, string] => [{ contextWindow }, '/contextWindow']),
    [{ prices: { input: 1 } }, '/prices/output'],
    [{ prices: { input: -1, output: 1 } }, '/prices/input'],
    [{ prices: { input: 1, output: 1, cache: 1 } }, '/prices/cache'],
  ],
  changeSettings: [
    [{ internalHosts: ['http://wiki.internal/'] }, '/internalHosts/0'],
    [{ internalHosts: ['a.internal', '10.0.0.0/8'] }, '/internalHosts/1'],
    [{ internalHosts: ['*.internal'] }, '/internalHosts/0'],
    [{ internalHosts: Array.from({ length: 101 }, (_, at) => `a${at}.internal`) }, '/internalHosts'],
    [{ noticeAfterSeconds: 0 }, '/noticeAfterSeconds'],
    ...['scripted:poet', 'small'].map((defaultModel): [unknown, string] => [
      { defaultModel },
      '/defaultModel',
    ]),
  ],
  saveSearch: [
    ...[' ', 'n'.repeat(61)].map((name): [unknown, string] => [{ name, address: 'q=a' }, '/name']),
    ...['', 'a'.repeat(4001)].map((address): [unknown, string] => [{ name: 'a', address }, '/address']),
  ],
  addChannel: [
    [{ ...webhook, name: 'two words' }, '/name'],
    [{ ...webhook, kind: 'pager' }, '/kind'],
    [{ ...webhook, url: 'ftp://hooks.example' }, '/url'],
    [{ ...webhook, url: 'https://me:pass@hooks.example' }, '/url'],
    [{ ...webhook, url: { fromEnv: 'COUNTERSIGN_TOKEN' } }, '/url/fromEnv'],
    [{ ...webhook, headers: { 'x-key': 'as it is' } }, '/headers/x-key'],
    [{ name: 'ops', kind: 'slack', url: 'https://hooks.slack.example/services/T0/B0/x' }, '/url'],
    [{ ...mail, to: ['ann@example.com\r\nBcc: eve@example.com'] }, '/to/0'],
    [{ ...mail, from: 'Desk <desk@example.com>' }, '/from'],
    [{ ...mail, to: [] }, '/to'],
    [{ ...mail, user: 'desk' }, '/password'],
    [{ ...mail, password: 'as it is', user: 'desk' }, '/password'],
  ],
  addServers: [
    [{ name: 'a' }, ''],
    [{ name: 'a', command, url: 'http://x' }, ''],
    [{ command }, '/name'],
    [{ name: 'a__b', command }, '/name'],
    [{ name: 'a', url: 'ftp://x' }, '/url'],
    [{ name: 'a', url: 'http://me:word@x' }, '/url'],
    [{ name: 'a', url: 'http://x?api_key=1' }, '/url'],
    [{ name: 'a', url: 'http://x', args: ['b'] }, '/args'],
    [{ name: 'a', command, headers: { b: 'c' } }, '/headers'],
    [{ name: 'a', command, env: { A: { fromEnv: 'COUNTERSIGN_TOKEN' } } }, '/env/A/fromEnv'],
    [{ mcpServers: { a: { command, env: { A: '$' + '{DATABASE_URL}' } } } }, '/mcpServers/a/env/A'],
    [{ name: 'a', command, env: { API_TOKEN: 'abc' } }, '/env/API_TOKEN'],
    [{ name: 'a', url: 'http://x', headers: { Authorization: 'Basic a' } }, '/headers/Authorization'],
    [{ mcpServers: {} }, '/mcpServers'],
    [{ name: 'a', mcpServers: { b: { command } } }, ''],
    [{ mcpServers: { good: { command }, b: {} } }, '/mcpServers/b'],
  ],
}

/** The same of queries; the field is the parameter where no other is named. */
const ASKED: Partial<Record<OperationName, string[]>> = {
  listSessions: ['state=happy', 'archived=1', 'limit=201', `q=${'x'.repeat(201)}`],
  search: [
    ...[`q=${'x'.repeat(10_000)}`, 'q=-kestrel', 'q=-"a b" -c', 'from=yesterday', 'to=2026-13-01'],
    ...['kind=song /kind/0', 'decision=perhaps /decision/0'],
  ],
  listMemories: ['q=-one'],
  listCorrections: ['sessionId=one'],
  readTranscript: ['before=x', 'before=-1', 'before=1.5', 'before=', 'around=x', 'after=-1'].map(
    query => `${query} /cursor`,
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
const askedFor = (query: string): [Asking, string] => {
  const [, key = '', value = '', path = `/${key}`] = /^(\w+)=(.*?)(?: (\/\S+))?$/s.exec(query) ?? []
  return [{ query: { [key]: value } }, `invalid_request ${path}`]
}

test('what an operation refuses for a reason of its own is told by its place, and stored nowhere', async () => {
  const s = await httpStory()
  const before = await kept(s)
  const rows = EVERY.flatMap(each => [
    ...(REFUSED[each.name] ?? []).map(([body, path]): [Each, Asking, string] => [
      each,
      { body },
      `invalid_request ${path}`,
    ]),
    ...(ASKED[each.name] ?? []).map((query): [Each, Asking, string] => [each, ...askedFor(query)]),
  ])
  expect(await faults(s, rows)).toEqual([])
  expect(await kept(s)).toEqual(before)
})
