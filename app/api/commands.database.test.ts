import { expect, test } from 'vitest'
import { COMMANDS } from '@/lib/domain/session/commands'
import { codeOf, faultsOf, refused } from '@/test/http/http-client'
import { type HttpStory, httpStory } from '@/test/http/http-story'

type Answer = { command: string; text: string; data?: Record<string, unknown> }

const sends = (s: HttpStory, text: string, more: { headers?: Record<string, string> } = {}) =>
  s.tries('sendMessage', { body: { text }, ...more })

const does = async (s: HttpStory, text: string): Promise<Answer> => {
  const answered = await sends(s, text)
  expect([text, codeOf(answered)]).toEqual([text, 200])
  return answered.json as Answer
}

const requestsOf = (s: HttpStory): Promise<number> =>
  s.world.db.request.count({ where: { sessionId: s.sessionId } })

test('each command is done and answered by a notice, and neither reaches the model nor costs a request', async () => {
  const s = await httpStory({ title: 'Boats', workspace: 'boats' })
  expect((await does(s, '/usage')).text).toBe('No requests yet.')
  const { runId } = await s.plays([{ text: 'Albatros.' }])
  await s.ends(runId)
  const others = ['new', 'clear', 'compact', 'rename', 'stop', 'mode']
  for (const { name } of COMMANDS.filter(({ name }) => !others.includes(name))) {
    const { command, text } = await does(s, ` /${name.toUpperCase()} `)
    expect([command, text.length > 0]).toEqual([name, true])
  }
  expect((await does(s, '/help')).text).toContain('/compact [instructions]')
  expect((await s.view()).session.mode).toBe('plan')
  await does(s, '/mode auto')
  await does(s, '/rename Ships and boats')
  await does(s, '/think default')
  await does(s, '/model scripted:demo')
  expect(await does(s, '/mode')).toMatchObject({ text: 'Mode: auto' })
  expect(await does(s, '/queue followup')).toMatchObject({ data: { queueMode: 'followup' } })
  expect(await does(s, '/stop')).toMatchObject({ data: { runId: null } })
  expect(await does(s, '/export json')).toMatchObject({
    data: { href: `/api/sessions/${s.sessionId}/export?format=json` },
  })
  const { session, transcript } = await s.view()
  expect(session).toMatchObject({ title: 'Ships and boats', mode: 'auto', model: 'scripted:demo' })
  const made = await does(s, '/new')
  expect(await s.does('readSession', { at: String(made.data?.sessionId) })).toMatchObject({
    session: { model: 'scripted:demo', workspace: 'boats', mode: 'ask' },
  })
  const fork = await does(s, '/fork')
  const forked = await s.does('readSession', { at: String(fork.data?.sessionId) })
  expect(forked.transcript.length).toBeGreaterThan(transcript.length)
  await does(s, '/clear')
  expect(await requestsOf(s)).toBe(1)
  await s.does('changeSession', { body: { model: 'scripted:replay' } })
  const after = await s.plays([{ text: 'Which?' }])
  await s.ends(after.runId)
  const { sent } = await s.does('readRequest', { at: '2' })
  expect(JSON.stringify(sent)).not.toMatch(/Albatros|Ships and boats/)
  expect((await s.view()).transcript.filter(({ kind }) => kind === 'notice').length).toBeGreaterThan(20)
})

test('what is no command is refused with the list, and two slashes send the text as it is', async () => {
  const s = await httpStory()
  const unknown = refused(await sends(s, '/etc/hosts is odd'), 'invalid_request')
  expect(unknown.detail).toContain('/rename')
  const wrong = [
    ...['/rename', '/stop now', '/mode fast', '/mode full 15', '/think hard', '/queue later', '/export pdf'],
    ...['/model demo', `/rename ${'x'.repeat(201)}`, `/compact ${'x'.repeat(9_000)}`, '/compact', '/clear'],
  ]
  for (const text of wrong) expect([text, codeOf(await sends(s, text))]).toEqual([text, 'invalid_request'])
  expect(faultsOf(await sends(s, '/mode full'))).toEqual(['/text'])
  const file = { name: 'a.txt', mediaType: 'text/plain', data: 'YQ==' }
  const filed = await s.tries('sendMessage', { body: { text: '/usage', attachments: [file] } })
  expect(faultsOf(filed)).toEqual(['/attachments'])
  expect((await s.view()).transcript).toEqual([])
  for (const text of ['//etc/hosts is odd', '//skill:none']) {
    const { runId } = await s.does('sendMessage', { body: { text } })
    await s.ends(runId)
  }
  const said = (await s.view()).transcript.filter(({ kind }) => kind === 'user')
  expect(said.map(({ text }) => text)).toEqual(['/etc/hosts is odd', '/skill:none'])
})

test('a command does for nobody what the API refuses them, and a secret in it is stored nowhere', async () => {
  const s = await httpStory()
  const { id } = await s.does('addPerson', { body: { name: 'Ann', role: 'reviewer' } })
  const { token } = await s.does('addPersonToken', { at: id })
  const headers = { authorization: `Bearer ${token}` }
  refused(await sends(s, '/mode full 15m', { headers }), 'forbidden')
  expect((await sends(s, '/mode auto', { headers })).status).toBe(200)
  await does(s, '/mode full 15m')
  const { mode, modeExpiresAt } = (await s.view()).session
  expect([mode, modeExpiresAt !== undefined]).toEqual(['full', true])
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const answered = await does(s, `/rename With ${secret}`)
  const stored = [
    answered,
    await s.view(),
    await s.world.db.entry.findMany(),
    await s.world.db.blob.findMany(),
  ]
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('a command that is sent again by its key is done once, twins at once too', async () => {
  const s = await httpStory()
  for (const text of ['One.', 'Two.', 'Three.', 'Four.']) await s.ends((await s.plays([{ text }])).runId)
  for (const text of ['/new', '/fork', '/compact Keep it short.', '/mode auto', '/clear']) {
    const more = { headers: { 'idempotency-key': text.replaceAll(' ', '-') } }
    const twins = await Promise.all([sends(s, text, more), sends(s, text, more)])
    const again = await sends(s, text, more)
    expect([again.status, ...twins.map(twin => twin.text)]).toEqual([200, again.text, again.text])
    const { data } = again.json as Answer
    if (data?.runId) await s.ends(String(data.runId))
    refused(await sends(s, '/usage', more), 'idempotency_conflict')
  }
  const { transcript } = await s.view()
  expect(transcript.filter(({ kind, by }) => kind === 'notice' && by)).toHaveLength(5)
  expect(transcript.filter(({ compaction }) => compaction)).toHaveLength(2)
  expect((await s.does('listSessions')).items).toHaveLength(3)
})
