import { expect, test } from 'vitest'
import type { PersonRole } from '@/lib/domain/contract/person'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/test/database/stored-record'
import { ask, faultsOf, lineOf, refused } from '@/test/http/http-client'
import { about, type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const write = call('write_file', { path: 'a.txt', content: 'a' })

async function signedIn(s: HttpStory, name: string, role: PersonRole) {
  const { id } = await s.does('addPerson', { body: { name, role } })
  const { token, link, id: tokenId } = await s.does('addPersonToken', { at: id })
  const headers = { authorization: `Bearer ${token}` }
  return { id, token, link, tokenId, headers }
}

test('each role may do what it is for and is refused the rest, and each decision says whose it is', async () => {
  const s = await httpStory()
  const ann = await signedIn(s, 'Ann', 'reviewer')
  const vic = await signedIn(s, 'Vic', 'viewer')
  await s.plays([write, call('write_file', { path: 'b.txt', content: 'b' }), { text: 'Done.' }])
  const set = await s.waits()
  const approval = { at: set.id, body: { decisions: [about(set.calls[0], { kind: 'approve' })] } }
  refused(await s.tries('decide', { ...approval, headers: vic.headers }), 'forbidden')
  refused(await s.tries('createSession', { body: {}, headers: vic.headers }), 'forbidden')
  const trial = { at: 'write_file', body: { arguments: { path: 'a.txt', content: '' } } }
  refused(await s.tries('previewTool', { ...trial, headers: vic.headers }), 'forbidden')
  expect((await s.tries('readSet', { at: set.id, headers: vic.headers })).status).toBe(200)
  const matchers = [{ argument: '/path', kind: 'exact', value: 'a.txt' }]
  const remembering = about(set.calls[0], { kind: 'approve', remember: { matchers } })
  const body = { decisions: [remembering] }
  const wish = refused(await s.tries('decide', { at: set.id, body, headers: ann.headers }), 'forbidden')
  expect(wish.codedText).toMatchObject({
    code: 'problem.ownersRule',
    params: { rule: 'Allow write_file where path is “a.txt”' },
  })
  const decided = await s.does('decide', { ...approval, headers: ann.headers })
  expect(decided.calls[0]?.decisions).toMatchObject([{ by: { type: 'person', id: ann.id, name: 'Ann' } }])
  for (const [name, asking] of [
    ['addRule', { body: { effect: 'deny', tool: 'write_file' } }],
    ['changeSettings', { body: { noticeAfterSeconds: 5 } }],
    ['addPerson', { body: { name: 'Bob', role: 'owner' } }],
    ['changeSession', { body: { mode: 'full', modeExpiresAt: '2100-01-01T00:00:00Z' } }],
    ['changeSession', { body: { modeExpiresAt: '2100-01-01T00:00:00Z' } }],
  ] as const)
    expect([name, (await s.tries(name, { ...asking, headers: ann.headers })).status]).toEqual([name, 403])
  await s.does('changePerson', { at: ann.id, body: { role: 'owner' } })
  await s.does('changeSettings', { body: { noticeAfterSeconds: 60 }, headers: ann.headers })
  const { items, me } = await s.does('listPeople', { headers: vic.headers })
  expect(me).toEqual({ id: vic.id, role: 'viewer' })
  expect(items).toMatchObject([
    { id: 'owner', role: 'owner' },
    { name: 'Ann', role: 'owner', tokens: [{ lastUsedAt: expect.any(String) }] },
    { name: 'Vic', role: 'viewer' },
  ])
})

test('a link signs a browser in, and signing in and the token end with each other and with the person', async () => {
  const s = await httpStory()
  const { id, link, headers, tokenId, token } = await signedIn(s, 'Ann', 'reviewer')
  expect(link).toContain(`/?token=${token}`)
  const signIn = async (): Promise<Record<string, string | null>> => {
    const query = { token, to: '/inbox' }
    const answer = await ask(s.url, lineOf('signIn', { query }), { headers: { authorization: null } })
    expect([answer.status, answer.headers.location]).toEqual([303, '/inbox'])
    return { authorization: null, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  }
  const browser = await signIn()
  expect((await s.does('listPeople', { headers: browser })).me).toEqual({ id, role: 'reviewer' })
  await s.does('deletePersonToken', { at: [id, tokenId] })
  for (const sent of [browser, headers])
    refused(await s.tries('listPeople', { headers: sent }), 'unauthorized')
  refused(await s.tries('deletePersonToken', { at: [id, tokenId] }), 'not_found')
  const second = await s.does('addPersonToken', { at: id })
  const again = { authorization: `Bearer ${second.token}` }
  expect((await s.tries('listPeople', { headers: again })).status).toBe(200)
  await s.does('deletePerson', { at: id })
  refused(await s.tries('listPeople', { headers: again }), 'unauthorized')
  expect(faultsOf(await s.tries('addPerson', { body: { name: ' ', role: 'reviewer' } }))).toEqual(['/name'])
  const record = (await storedLinks(s.world.db, INSTALLATION_CHAIN)).filter(({ payload }) =>
    payload.includes(id),
  )
  expect(record.map(({ type }) => type)).toEqual([
    'person.added',
    'token.added',
    'token.removed',
    'token.added',
    'person.removed',
  ])
  expect(record.map(({ payload }) => payload).join()).not.toContain(token)
})

test('what a rule leaves to somebody else is not decided by the one who asked, and each message says whose it is', async () => {
  const s = await httpStory()
  const ann = await signedIn(s, 'Ann', 'reviewer')
  await s.does('addRule', { body: { effect: 'ask', tool: '*' } })
  const rule = await s.does('addRule', { body: { effect: 'ask', tool: 'write_file', by: 'other' } })
  expect(rule.text).toBe('Ask about write_file; somebody else than the one who asked decides')
  const calls = [
    { name: 'write_file', arguments: { path: 'a.txt', content: 'a' } },
    { name: 'make_folder', arguments: { path: 'b' } },
  ]
  const { runId } = await s.plays([{ calls }, { text: 'Done.' }])
  const set = await s.waits()
  expect(set.calls[0]?.reason?.by.id).toBe(rule.id)
  const approval = { at: set.id, body: { decisions: [about(set.calls[0], { kind: 'approve' })] } }
  expect(refused(await s.tries('decide', approval), 'forbidden').codedText).toMatchObject({
    code: 'problem.other',
  })
  const written = { arguments: { path: 'b.txt', content: 'b' } }
  const rows = [
    about(set.calls[0], { kind: 'edit', ...written }),
    about(set.calls[1], { kind: 'replace', tool: 'write_file', ...written }),
  ]
  for (const row of rows) {
    const answer = await s.tries('decide', { at: set.id, body: { decisions: [row] } })
    expect(refused(answer, 'forbidden').codedText).toMatchObject({ code: 'problem.other' })
  }
  await s.does('decide', { at: set.id, body: { decisions: [about(set.calls[1], { kind: 'deny' })] } })
  // Nor is it once it waits for another reason.
  await s.does('decide', { at: set.id, body: { ...approval.body, holdMs: 2_000 }, headers: ann.headers })
  await s.world.puts('a.txt', 'changed meanwhile')
  const drifted = await s.world.until('the call to wait again', async () => {
    const { pendingSet } = await s.view()
    return pendingSet?.calls[0]?.state === 'waiting' && pendingSet
  })
  expect(drifted.calls[0]?.reason?.code).toBe('reason.drifted')
  const again = { at: set.id, body: { decisions: [about(drifted.calls[0], { kind: 'approve' })] } }
  refused(await s.tries('decide', again), 'forbidden')
  await s.does('decide', { ...again, headers: ann.headers })
  await s.ends(runId)
  await s.does('sendMessage', { body: { text: 'Thanks.' }, headers: ann.headers })
  const { transcript } = await s.view()
  const authors = transcript.filter(({ kind }) => kind === 'user').map(({ by }) => by)
  expect(authors).toEqual([
    { id: 'owner', name: 'Owner' },
    { id: ann.id, name: 'Ann' },
  ])
  const { items } = await s.does('search', { query: { person: ann.id } })
  expect(items.map(({ kind, author, decision }) => [kind, (author ?? decision?.by)?.name])).toEqual([
    ['message', 'Ann'],
    ['decision', 'Ann'],
    ['decision', 'Ann'],
  ])
  expect(await s.does('readRun', { at: runId })).toMatchObject({ by: { id: 'owner' } })
})
