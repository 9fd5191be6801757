import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { refused } from '@/test/http/http-client'
import { about, anotherStory, fileWorld, type HttpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const write = (file: string, content = 'a') => call('write_file', { path: file, content })
const large = { argument: '/content', kind: 'exact', value: ['a'.repeat(10_000), 'b'.repeat(10_000)] }
const exactly = { argument: '/path', kind: 'exact', value: 'a.txt' }

const served = fileWorld()

async function decides(s: HttpStory, remember: unknown) {
  const set = await s.waits()
  const decisions = [about(set.calls[0], { kind: 'approve', remember })]
  return s.tries('decide', { at: set.id, body: { decisions } })
}

/** The set that a later Request brought. */
const setOf = (s: HttpStory, request: number) =>
  s.world.until(`the set of request ${request}`, async () => {
    const { pendingSet } = await s.view()
    return pendingSet?.request === request && pendingSet
  })

describe('a rule that comes with a decision', () => {
  test('is for its session, and says what it is about', async () => {
    const s = await anotherStory(served())
    await s.plays([write('a.txt'), { text: 'Done.' }])
    const set = await s.waits()
    const blanket: [unknown, string, RegExp][] = [
      [{ scope: 'session', matchers: [exactly], reads: true }, '/matchers', /reads.* alone/],
      [{ scope: 'session', matchers: [exactly, large] }, '/matchers', /at most 20,000 characters/],
      ...['*', '**', '**/*', './**', '*?*'].map((value): [unknown, string, RegExp] => [
        { scope: 'session', matchers: [{ argument: '/path', kind: 'glob', value }] },
        '/matchers',
        /Add a condition on an argument/,
      ]),
    ]
    for (const [remember, at, words] of blanket) {
      const [error] = refused(await decides(s, remember), 'invalid_request').errors ?? []
      expect([remember, error?.path]).toEqual([remember, `/decisions/0/remember${at}`])
      expect(error?.message).toMatch(words)
    }
    expect((await s.view()).pendingSet).toEqual(set)
    expect(await s.world.db.rule.count({ where: { sessionId: s.sessionId } })).toBe(0)
  })

  test('is taken for the reads of the workspace alone', async () => {
    for (const remember of [{ reads: true }, { scope: 'session', matchers: [], reads: true }]) {
      const s = await anotherStory(served())
      const { runId } = await s.plays([
        call('list_files', {}),
        call('list_files', { path: '.' }),
        { text: 'Done.' },
      ])
      expect((await decides(s, remember)).status).toBe(200)
      await s.ends(runId)
      const sessionId = { where: { sessionId: s.sessionId } }
      expect(await s.world.db.rule.findMany(sessionId)).toMatchObject([{ reads: true, scope: 'session' }])
    }
  })
})

test('a file that programs run or obey passes by its exact path alone', async () => {
  const s = await anotherStory(served())
  const files = [
    '.bashrc',
    'tests/conftest.py',
    'vite.config.ts',
    'node_modules/.bin/eslint',
    '.Cargo/config.toml',
  ]
  const trusted = { calls: [...files, 'b.txt'].flatMap(file => write(file).calls ?? []) }
  const { runId } = await s.plays([write('a.txt'), trusted, write('.bashrc', 'b'), { text: 'Done.' }])
  const sameContent = [{ argument: '/content', kind: 'exact', value: 'a' }]
  expect((await decides(s, { scope: 'session', matchers: sameContent })).status).toBe(200)
  const set = await setOf(s, 2)
  expect(set.calls.map(({ state }) => state)).toEqual([...files.map(() => 'waiting'), 'approved'])
  const remember = { scope: 'session', matchers: [{ argument: '/path', kind: 'exact', value: '.bashrc' }] }
  const rulings = files.map((_, at) => ({ kind: 'approve', ...(at === 0 ? { remember } : {}) }))
  await s.decides(set, rulings)
  await s.ends(runId)
  expect(await readFile(path.join(s.world.workspace, '.bashrc'), 'utf8')).toBe('b')
})
