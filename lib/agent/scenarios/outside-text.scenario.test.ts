import { describe, expect, onTestFinished, test } from 'vitest'
import type { Reply } from '@/test/wire/reply'
import { startWireServer } from '@/test/wire/start-wire-server'
import { call, calls, refused, type Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { sentMessages } from '@/test/world/sent-messages'

const done: Scripted = { text: 'Done.' }
/** What no text of Postgres holds: NUL, and half of a character. */
const RAW = 'a\0b \ud83d c'
const SHOWN = 'a⟦U+0000⟧b \ufffd c'

/** A session with a server of its own, which gives these answers in turn. */
async function served(...replies: Reply[]) {
  const server = await startWireServer()
  onTestFinished(server.close)
  server.script(replies)
  const models = server.accounts
  const settings = { model: 'compatible:small' as const, limits: { modelRetries: 0 } }
  return { s: await scenario(settings, { server: { models } }), server }
}

const messageSentIn = async (s: Scenario, number: number) =>
  (await sentMessages(s.world.db, s.sessionId, number)).find(message => message.role === 'assistant')

describe('what a model or a tool says that no text of the database can hold', () => {
  test('is shown with marks in its place, and goes back as it came', async () => {
    const s = await scenario()
    await s.plays([{ text: RAW, reasoning: RAW, ...calls('gated_write binary!') }, done])
    const set = await s.waitsOn('gated_write')
    expect(set.calls[0]?.preview?.summary).toBe(`gated_write binary! ${SHOWN}`)
    const edit = { kind: 'edit' as const, argumentsText: '{"name":"a\\u0000b"}' }
    refused(await s.rules('gated_write', edit), 'invalid_arguments')
    await s.approves('gated_write')
    await s.ends('final_text')
    const entry = (await s.view()).transcript.find(one => one.kind === 'assistant')
    expect(entry).toMatchObject({ text: SHOWN, reasoning: SHOWN })
    expect(await messageSentIn(s, 2)).toMatchObject({ text: RAW })
    const [first] = await s.world.db.request.findMany({ orderBy: { number: 'asc' } })
    expect(first?.received).toMatchObject({ text: RAW, reasoning: RAW, message: { text: RAW } })
    expect(await s.callNow(set.calls[0]?.id ?? '')).toMatchObject({
      result: { kind: 'ok', text: SHOWN, value: [{ [SHOWN]: SHOWN }], details: { [SHOWN]: [SHOWN] } },
    })
    expect((await s.sent(2)).at(-1)).toBe(`result of gated_write: ${SHOWN}`)
  })

  test('goes back to its provider byte for byte, and what it names oddly is settled at once', async () => {
    const reading = { name: 'gated_read', arguments: { name: 'a!' } }
    const odd = { id: 'c\0', name: 'gated\0write', arguments: { name: 'a!' } }
    const { s, server } = await served({ text: RAW, calls: [reading, odd] }, { text: 'Done.' })
    await s.says('Hello.')
    await s.waitsOn('gated_read')
    expect(await s.results()).toEqual(['gated⟦U+0000⟧write: error'])
    await s.approves('gated_read')
    await s.ends('final_text')
    expect(server.requests[1]?.body).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ role: 'assistant', content: RAW })]),
    })
  })

  test('is told where it refuses, and kept as far as it came where the stream breaks', async () => {
    const { s } = await served(
      { fault: { kind: 'http', status: 400, body: { error: { message: RAW } } } },
      { text: RAW, fault: { kind: 'eof', after: 'content' } },
    )
    const { runId } = await s.says('Hello.')
    const run = await s.ends('error', runId)
    expect(run.error).toContain(SHOWN)
    expect(await s.texts()).toContain(`notice: ${run.error}`)
    const again = await s.says('Again.')
    await s.ends('error', again.runId)
    expect(await s.texts()).toContain(`assistant: ${SHOWN}`)
  })
})

describe('a Call with characters that cannot be stored', () => {
  const rows: [string, RegExp][] = [
    ['{"name":"a\0b"}', /Invalid arguments.*\n.*NUL character/],
    ['{"name":"a\\u0000b"}', /Invalid arguments.*\n- \/name: .*NUL character/],
    ['{"na\\u0000me":"a"}', /Invalid arguments.*\n- \/na⟦U\+0000⟧me: .*NUL character/],
    ['{"name":"\ud83d"}', /Invalid arguments.*\n- \/name: .*half of a character/],
    ['{"name":"\\ud83d"}', /Invalid arguments.*\n- \/name: .*half of a char/],
    ['{"name":\0\ud83d', /Invalid arguments/],
  ]
  test('is settled at once, and the model is told where', async () => {
    const s = await scenario()
    await s.plays([{ calls: rows.map(([text]) => ({ name: 'gated_write', arguments: text })) }, done])
    await s.ends('final_text')
    expect(await s.results()).toEqual(rows.map(() => 'gated_write: error'))
    expect((await s.sent(2)).slice(-rows.length)).toEqual(rows.map(([, told]) => expect.stringMatching(told)))
    expect(s.gates.begun).toEqual([])
  })

  test('is dropped and told where it does not count', async () => {
    const s = await scenario({ limits: { requests: 1 } })
    await s.plays([calls('gated_write a!'), { text: 'So.', ...call('gated_write', '{"name":"a\0b"}') }])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('cap')
    const issues = (await s.events()).filter(event => event.type === 'parse.issue')
    expect(issues).toMatchObject([{ data: { excerpt: '{"name":"a⟦U+0000⟧b"}' } }])
  })
})
