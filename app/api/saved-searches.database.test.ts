import { expect, test } from 'vitest'
import { MOST_SEARCHES, type SavedSearch } from '@/lib/domain/session/saved-search'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/lib/testing/database/stored-record'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { createWorld } from '@/lib/testing/world/world'

const TOKEN = `ghp_${'aB3dE5gH7j'.repeat(4)}`

async function served() {
  const world = await createWorld()
  const { url } = await serveApi({ start: () => world.startServer() })
  const tryToSave = (body: unknown) => ask(url, 'POST /api/saved-searches', { body })
  const save = async (name: string, address: string) =>
    agreed('saveSearch', await tryToSave({ name, address })) as SavedSearch
  const list = async () =>
    (agreed('listSavedSearches', await ask(url, 'GET /api/saved-searches')) as { items: SavedSearch[] }).items
  return { world, url, tryToSave, save, list }
}

test('searches are kept by the server, the last one first, each address under its last name', async () => {
  const { world, url, save, list } = await served()
  const links = () => storedLinks(world.db, INSTALLATION_CHAIN)
  const { length } = await links()
  expect(await list()).toEqual([])
  const denied = await save('  Denied  ', 'decision=deny')
  const birds = await save('Birds', 'q=birds')
  expect(denied).toEqual({ id: denied.id, name: 'Denied', address: 'decision=deny' })
  expect(await list()).toEqual([birds, denied])
  const anew = await save('All denied', 'decision=deny')
  expect(anew).toEqual({ ...denied, name: 'All denied' })
  expect(await list()).toEqual([anew, birds])
  const other = await serveApi({ start: () => world.startServer() })
  expect(agreed('listSavedSearches', await ask(other.url, 'GET /api/saved-searches'))).toMatchObject({
    items: [anew, birds],
  })
  agreed('deleteSavedSearch', await ask(other.url, `DELETE /api/saved-searches/${denied.id}`))
  refused(await ask(url, `DELETE /api/saved-searches/${denied.id}`), 'not_found')
  expect(await list()).toEqual([birds])
  expect(await links()).toHaveLength(length)
})

test('of several that are saved at once none is lost, and there are no more than is said', async () => {
  const { tryToSave, list, save } = await served()
  const all = Array.from({ length: MOST_SEARCHES + 5 }, (_, n) => `q=${n}`)
  const answers = await Promise.all(all.map(address => tryToSave({ name: 'One', address })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_SEARCHES)
  const full = answers.find(({ status }) => status !== 201)
  expect(full && refused(full, 'invalid_request').words).toEqual({
    code: 'problem.searchesFull',
    params: { most: MOST_SEARCHES },
  })
  const [first, ...others] = await list()
  expect(others).toHaveLength(MOST_SEARCHES - 1)
  await save('Named anew', first?.address ?? '')
  expect((await list()).map(({ name }) => name)).toContain('Named anew')
})

test.each([
  [{ name: ' ', address: 'q=a' }, '/name'],
  [{ name: 'n'.repeat(61), address: 'q=a' }, '/name'],
  [{ name: 'a', address: '' }, '/address'],
  [{ name: 'a', address: `q=${'a'.repeat(4000)}` }, '/address'],
  [{ name: 'a', address: 'q=a', note: 'x' }, '/note'],
  [{ name: TOKEN, address: 'q=a' }, undefined],
  [{ name: 'a', address: `q=${TOKEN}` }, undefined],
])('%j is refused', async (body, path) => {
  const { tryToSave, list } = await served()
  expect(refused(await tryToSave(body), 'invalid_request').errors?.[0]?.path).toBe(path)
  expect(await list()).toEqual([])
})

test('what lies there and cannot be read counts as none, and does not stand in the way', async () => {
  const { world, save, list } = await served()
  await world.touches(
    `INSERT INTO "Setting" (id, value, "updatedAt") VALUES ('savedSearches', '{"a": 1}', now())`,
  )
  expect(await list()).toEqual([])
  const birds = await save('Birds', 'q=birds')
  expect(await list()).toEqual([birds])
})
