import { expect, onTestFinished, test, vi } from 'vitest'
import { THREAD_SIZE } from '@/lib/domain/job'
import { FIND_SECRETS } from '@/lib/prompt/masking/secret-jobs'
import { HASH_SECRETS } from '@/lib/record/digest'
import { MAKE_EXCERPTS } from '@/lib/text/search-terms'
import { SEARCH_TEXTS } from '@/lib/tools/files/search/search-texts'
import { refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { anotherStory, httpStory } from '@/test/http/http-story'
import { disorderly } from '@/test/world/disorderly'
import { call } from '@/test/world/scenario'
import { createWorld, openThreads } from '@/test/world/world'

/** A session that plans, in a workspace with a file of 5 MB between two short ones. */
async function planning() {
  const world = await createWorld()
  await world.puts('a-short.txt', 'aab\n')
  await world.puts('long.txt', `${disorderly(100_000)}\n`.repeat(50))
  await world.puts('z-last.txt', 'aab\n')
  const threads = openThreads({ limitsMs: { [SEARCH_TEXTS.name]: 3_000 } })
  const start = () => world.startServer({ threads })
  return anotherStory({ world, ...(await serveApi({ start })) }, { mode: 'plan' })
}

test('others are answered while a search takes longer than it may, and it ends with what it has', async () => {
  const story = await planning()
  const { runId } = await story.plays([
    call('search_files', { pattern: '^aab|a[ac]{200}[bd]' }),
    { text: 'Found what there was.' },
  ])
  const executing = () => story.world.db.call.findFirst({ where: { state: 'executing' } })
  await story.world.until('a search that runs', executing)
  expect(await story.does('readHealth')).toMatchObject({ status: 'ok' })
  expect(await executing()).not.toBeNull()
  await story.ends(runId)
  const { transcript } = await story.view()
  const result = transcript.find(entry => entry.call)
  expect(result?.text).toContain('a-short.txt:1: aab')
  expect(result?.text).toContain('matching took longer than')
  expect(result?.text).toContain('long.txt not searched to the end, and nothing that comes after')
})

test('a pattern that no text is short enough for is refused, and says why', async () => {
  const story = await httpStory({ mode: 'plan' })
  const { runId } = await story.plays([call('search_files', { pattern: '(a?){1000}b' }), { text: 'Done.' }])
  await story.ends(runId)
  const { transcript } = await story.view()
  expect(transcript.find(entry => entry.call)?.text).toContain('written out it has 4003 steps, and 1000 are')
  expect(await story.does('readHealth')).toMatchObject({ status: 'ok' })
})

test('a body that holds more values than are read is refused before it is built, and names the limit', async () => {
  const { tries } = await httpStory()
  const keys = Array.from({ length: 30_000 }, (_, at) => `"k${at}":1`).join(',')
  const answered = await tries('sendMessage', { raw: `{"text":"a",${keys}}` })
  expect(refused(answered, 'invalid_request').detail).toContain('more than 20,000 values')
  const few = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 1]))
  const told = refused(await tries('sendMessage', { body: { text: 'a', ...few } }), 'invalid_request')
  expect(told.errors).toHaveLength(50)
  expect(told.errors?.[0]).toMatchObject({ path: '/k0', message: expect.stringContaining('no such field') })
})

test('what cannot be searched for secrets in time is refused, and says so', async () => {
  const world = await createWorld()
  const threads = openThreads({ limitsMs: { [FIND_SECRETS.name]: 1 } })
  const story = await anotherStory({
    world,
    ...(await serveApi({ start: () => world.startServer({ threads }) })),
  })
  const answered = await story.tries('sendMessage', { body: { text: 'a: b c\n'.repeat(30_000) } })
  expect(refused(answered, 'invalid_request').detail).toMatch(/^This is too large to be examined/)
})

test('the secrets of a large call are looked for in a thread, and nowhere else, and its arguments read once until it waits', async () => {
  const story = await httpStory()
  const args = { path: 'a.txt', content: 'a:b=c '.repeat(12_000) }
  const find = vi.spyOn(FIND_SECRETS, 'run')
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => [find, parse].forEach(spy => void spy.mockRestore()))
  const { runId } = await story.plays([call('write_file', args), { text: 'Done.' }])
  await story.world.until('a call that waits', () =>
    story.world.db.call.findFirst({ where: { state: 'waiting' } }),
  )
  expect(parse.mock.calls.filter(([text]) => text === JSON.stringify(args))).toHaveLength(1)
  await story.decides(await story.waits())
  await story.ends(runId)
  const here = find.mock.calls.map(([input]) => FIND_SECRETS.size(input))
  expect(here.length).toBeGreaterThan(0)
  expect(Math.max(...here)).toBeLessThan(THREAD_SIZE)
})

test('the excerpts of many long hits are made in a thread', async () => {
  const story = await httpStory()
  const text = `kestrel ${'a b '.repeat(15_000)}`
  const { runId } = await story.plays([{ text }, { text }])
  await story.ends(runId)
  const excerpts = vi.spyOn(MAKE_EXCERPTS, 'run')
  onTestFinished(() => excerpts.mockRestore())
  const { items } = await story.does('search', { query: { q: 'kestrel' } })
  expect(items.map(({ excerpt }) => excerpt.startsWith('kestrel'))).toContain(true)
  expect(excerpts).not.toHaveBeenCalled()
})

test('the secrets of many long skills are looked for in a thread', async () => {
  const story = await httpStory()
  const body = 'a:b=c '.repeat(10_000)
  for (const name of ['a', 'b']) {
    const text = `---\nname: ${name}\ndescription: A skill.\n---\n${body}`
    await story.world.puts(`.countersign/skills/${name}/SKILL.md`, text)
  }
  const size = vi.spyOn(FIND_SECRETS, 'size')
  const find = vi.spyOn(FIND_SECRETS, 'run')
  onTestFinished(() => [size, find].forEach(spy => void spy.mockRestore()))
  const { items } = await story.does('listSkills')
  expect(items).toMatchObject([{ body: body.trim() }, { body: body.trim() }])
  expect(Math.max(...size.mock.results.map(({ value }) => Number(value)))).toBeGreaterThan(THREAD_SIZE)
  expect(find).not.toHaveBeenCalled()
})

test('the secrets of a large call are hashed in a thread, and nowhere else', async () => {
  const story = await httpStory()
  const content = Array.from({ length: 1_000 }, (_, at) => `password=Zx9kQ2vB${at}`).join('\n')
  const hash = vi.spyOn(HASH_SECRETS, 'run')
  onTestFinished(() => hash.mockRestore())
  const { runId } = await story.plays([call('write_file', { path: 'a.txt', content }), { text: 'Done.' }])
  await story.ends(runId)
  expect(hash.mock.calls.filter(([{ secrets }]) => secrets.length >= 1_000)).toEqual([])
})

test('of arguments that hold more values than are read nothing is built, and they are told as their text', async () => {
  const story = await httpStory()
  const many = Object.fromEntries(Array.from({ length: 21_000 }, (_, at) => [`k${at}`, 1]))
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const { runId } = await story.plays([call('write_file', many), { text: 'Done.' }])
  await story.ends(runId)
  const { transcript } = await story.view()
  const callId = transcript.find(entry => entry.call)?.callId
  const { proposed } = await story.does('readCall', { at: callId ?? '' })
  expect(proposed.argumentsText).toBe(JSON.stringify(many))
  expect(proposed.arguments).toBe(proposed.argumentsText)
  const built = parse.mock.results.filter(({ value }) => Object.keys(value ?? {}).length > 20_000)
  expect(built).toEqual([])
})
