import { describe, expect, test } from 'vitest'
import type { NewChannel } from '@/lib/domain/channels/channel'
import { OWNER } from '@/lib/domain/contract/person'
import type { ProcessConfig } from '@/lib/server/process-config'
import { claimNotice } from '@/lib/store/channels/notice'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { databaseText } from '@/test/database/database-text'
import { hooks, says } from '@/test/world/hook-story'
import { call, calls, ok, type Scenario, scenario, startsSession } from '@/test/world/scenario'
import { AT_ONCE } from '@/test/world/world'
import { changeSettings } from '../actions/change-settings'
import { addChannel, changeChannel } from '../actions/channels'

const SECRET = 'services/T0001/B0001/aVerySecretPath77'

/** A session with a Slack-shaped channel on loopback, whose address is in the environment. */
async function withChannel(more: Partial<NewChannel> = {}, server: Partial<ProcessConfig> = {}) {
  const web = await serveWeb()
  const variables: Record<string, string> = { HOOK: `${web.url}/${SECRET}` }
  const logged: string[] = []
  const log: ProcessConfig['log'] = (_, message, fields) => logged.push(JSON.stringify([message, fields]))
  const config = { environment: (name: string) => variables[name], log, ...server }
  const s = await scenario({}, { server: config })
  ok(await changeSettings(s.deps, { patch: { internalHosts: [web.host] }, person: OWNER }))
  const channel = { kind: 'slack' as const, name: 'ops', url: { fromEnv: 'HOOK' }, ...more } as NewChannel
  const added = ok(await addChannel(s.deps, { channel, person: OWNER }))
  return { s, web, logged, added, config }
}

const TEXT = 'The build is green.'
const send = (text = TEXT) => call('send_message', { channel: 'ops', text })

/** What is said after the message was sent. */
async function sendsAndSays(s: Scenario, reply: string): Promise<string[]> {
  const { length } = await s.texts()
  await s.plays([send(), { text: reply }])
  await s.asks('send_message')
  await s.approves('send_message')
  await s.world.until('the end', async () => (await s.view()).session.state === 'idle')
  return (await s.texts()).slice(length + 2)
}

const SENT = 'result: Sent to ops. HTTP 200: hello'
const NO_MORE = 'notice: The agent ended without a further word: it has sent its message.'

describe('a message that the agent sends', () => {
  test('goes out once a person has seen it, and the record has it, but no secret of its channel', async () => {
    const { s, web, logged } = await withChannel()
    await s.plays([send(), { text: `It went to ${web.url}/${SECRET} or /${SECRET}.` }])
    const waiting = await s.asks('send_message')
    expect(web.connections()).toBe(0)
    expect(waiting.preview?.request).toMatchObject({ method: 'POST', body: JSON.stringify({ text: TEXT }) })
    await s.approves('send_message')
    await s.ends('final_text')
    expect(web.ledger.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      [`/${SECRET}`, { text: TEXT }],
    ])
    expect(await s.results()).toEqual(['send_message: ok'])
    const stored = (await databaseText(s.world.db)).join('\n')
    expect(stored).toContain(TEXT)
    expect(stored).toContain('HOOK')
    expect(stored).not.toContain('aVerySecretPath77')
    expect(logged.join('\n')).not.toContain('aVerySecretPath77')
  })

  test('is not confirmed twice by what repeats it, nor by silence, and leaves a reply alone that says more', async () => {
    const { s } = await withChannel()
    const more = `${TEXT} I have told ops.`
    const replies = ['the build is **green**', 'NO_REPLY', more]
    const said: string[][] = []
    for (const reply of replies) said.push(await sendsAndSays(s, reply))
    expect(said).toEqual([
      [SENT, 'assistant: ', NO_MORE],
      [SENT, 'assistant: ', NO_MORE],
      [SENT, `assistant: ${more}`],
    ])
    const stored = (await databaseText(s.world.db)).join('\n')
    for (const reply of replies) expect(stored).toContain(reply)
  })

  test('waits again where its channel was set up anew after the approval was asked for', async () => {
    const { s, web, added } = await withChannel()
    await s.plays([send(), { text: 'Done.' }])
    const { digest } = await s.asks('send_message')
    const patch = { name: 'others' }
    ok(await changeChannel(s.deps, { id: added.id, patch, person: OWNER }))
    const answer = await s.rules('send_message', { kind: 'approve' })
    expect(answer).toMatchObject({ code: 'stale_digest' })
    expect(digest).not.toBe('')
    expect(web.ledger).toEqual([])
  })
})

describe('a set that waits', () => {
  test('is told of once by each channel that carries notices, whoever of two processes is first', async () => {
    const { s, web, config } = await withChannel({ notices: true })
    await s.world.startServer({ ...config, takeover: AT_ONCE })
    await s.sets({ title: 'A \u202e title' })
    await s.plays([calls('gated_write a', 'gated_read b'), { text: 'Done.' }])
    await s.waitsOn('gated_write', 'gated_read')
    await s.world.passes(59_000)
    expect(web.ledger).toEqual([])
    await s.world.passes(2_000)
    await s.world.until('a notice', async () => (await notices(s)).some(({ sentAt }) => sentAt !== null))
    await laterNotice(s)
    expect(web.ledger.map(({ body }) => JSON.parse(body).text)).toEqual([
      `2 calls wait for you in “A ⟦U+202E⟧ title”: gated_write, gated_read\nhttp://127.0.0.1:3000/sessions/${s.sessionId}`,
      expect.stringContaining('1 call waits for you in'),
    ])
    expect((await notices(s)).map(({ attempts, error }) => [attempts, error])).toEqual([
      [1, null],
      [1, null],
    ])
    await s.stops()
  })

  test('is taken up by one process alone, however many find it due at once', async () => {
    const { s, added } = await withChannel()
    await s.plays([calls('gated_read a'), { text: 'Done.' }])
    const { id: setId } = await s.waitsOn('gated_read')
    const claims = (now: string) =>
      Promise.all(
        Array.from({ length: 8 }, () => claimNotice(s.world.sql, { setId, channelId: added.id, now })),
      )
    const first = new Date()
    const later = (seconds: number): string => new Date(first.getTime() + seconds * 1000).toISOString()
    expect((await claims(later(0))).filter(Boolean)).toEqual([true])
    expect((await claims(later(59))).filter(Boolean)).toEqual([])
    expect((await claims(later(61))).filter(Boolean)).toEqual([true])
    await s.stops()
    await s.ends('cancelled')
    expect((await claims(later(200))).filter(Boolean)).toEqual([])
  })

  test('is told of by no channel that does not, and not where somebody decided in time', async () => {
    const { s, web, added } = await withChannel()
    await s.plays([calls('gated_read a'), { text: 'Done.' }])
    await s.waitsOn('gated_read')
    await s.world.passes(61_000)
    // What has waited before a channel carries notices is not told by it.
    ok(await changeChannel(s.deps, { id: added.id, patch: { notices: true }, person: OWNER }))
    await laterNotice(s)
    await s.denies('gated_read')
    await s.ends('final_text')
    await s.plays([calls('gated_read b'), { text: 'Done.' }])
    await s.waitsOn('gated_read')
    await s.world.passes(50_000)
    await s.denies('gated_read')
    await s.ends('final_text')
    await laterNotice(s)
    expect(web.ledger.length).toBe(2)
    expect((await notices(s)).length).toBe(2)
  })

  test('is not told of where a hook asks for a person', async () => {
    const { s, web } = await withChannel({ notices: true })
    await hooks(s, says({ ask: true, text: 'Hidden.' }), { point: 'message_sending' })
    await laterNotice(s)
    expect(web.connections()).toBe(0)
    expect((await notices(s))[0]?.error).toContain('message_sending')
  })

  test('is told of at most three times where that fails, and the channel says why', async () => {
    const { s, web, added, logged } = await withChannel({ notices: true })
    ok(await changeSettings(s.deps, { patch: { internalHosts: [], noticeAfterSeconds: 1 }, person: OWNER }))
    await s.plays([calls('gated_read a'), { text: 'Done.' }])
    await s.waitsOn('gated_read')
    await s.world.passes(2_000)
    for (const attempts of [1, 2, 3]) {
      await s.world.until(`attempt ${attempts}`, async () =>
        (await notices(s)).some(notice => notice.attempts === attempts && notice.error !== null),
      )
      await s.world.passes(61_000)
    }
    const later = await laterNotice(s)
    expect((await notices(s)).filter(({ setId }) => setId !== later)).toMatchObject([
      { attempts: 3, sentAt: null },
    ])
    const channel = await s.world.db.channel.findUniqueOrThrow({ where: { id: added.id } })
    expect(channel.lastError).toContain('allowed in Settings')
    expect(logged.join('\n')).toContain('A notice could not be sent')
    expect(web.connections()).toBe(0)
    await s.stops()
  })
})

const notices = (s: Scenario) => s.world.db.notice.findMany()

/** Something else waits, and is told of: whatever was due before that has been looked at. Gives the set. */
async function laterNotice(s: Scenario): Promise<string> {
  const later = await startsSession(s.world, s.server)
  await later.plays([calls('gated_read z'), { text: 'Done.' }])
  const { id } = await later.waitsOn('gated_read')
  await s.world.passes(61_000)
  await s.world.until('a later notice', async () =>
    (await notices(s)).some(({ setId, sentAt, error }) => setId === id && (sentAt ?? error) !== null),
  )
  await later.stops()
  return id
}
