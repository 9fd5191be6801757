import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { PROVIDERS } from '@/test/wire/start-wire-server'
import { brokenAt } from '@/test/world/check-invariants'
import { providerWorld } from '@/test/world/provider-world'
import { call, type Scenario, scenario } from '@/test/world/scenario'
import { sentMessages } from '@/test/world/sent-messages'
import { changeModel } from '../actions/change-settings'

const told = providerWorld()

const NOTED = 'picture taken in 51/1 30/1'

/** A picture in the workspace, which says where it was taken. */
async function putsPicture(s: Scenario, name = 'a.png'): Promise<void> {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#07c' }
  const bytes = await sharp({ create })
    .png()
    .withExif({ IFD0: { Copyright: NOTED } })
    .toBuffer()
  await s.world.puts(name, bytes)
}

async function shown(model: string) {
  const { s, wire } = await told({ model })
  await putsPicture(s)
  const reading = { calls: [{ name: 'read_file', arguments: { path: 'a.png' } }] }
  wire.script([reading, { text: 'It is blue.' }, { text: 'Still blue.' }])
  return { s, wire }
}

const lets = (s: Scenario, patch: { images: boolean }) =>
  changeModel(s.deps, { id: 'compatible:small', patch, person: OWNER })

/** The model looks at the picture, and is asked once more. */
async function looks(s: Scenario) {
  await s.says('What is on it?')
  const set = await s.waitsOn('read_file')
  await s.approves('read_file')
  await s.ends('final_text')
  const [read] = await s.settles(set)
  const { runId } = await s.says('And now?')
  await s.ends('final_text', runId)
  return read
}

const base64Of = async (s: Scenario): Promise<string> => {
  const [kept] = await s.world.db.attachment.findMany({ where: { sessionId: s.sessionId } })
  return Buffer.from(kept?.bytes ?? []).toString('base64')
}

describe('a picture that a tool gives', () => {
  test.each(PROVIDERS)('%s gets it in its own form, and each time the same', async (provider, model) => {
    const { s, wire } = await shown(`${provider}:${model}`)
    if (provider === 'compatible') await lets(s, { images: true })
    const read = await looks(s)
    expect(wire.faults()).toEqual([])
    const base64 = await base64Of(s)
    expect(Buffer.from(base64, 'base64').toString('latin1')).not.toContain('51/1')
    const [, second, third] = wire.requests.map(({ body }) => JSON.stringify(body))
    expect(second?.split(base64)).toHaveLength(2)
    expect(third?.split(base64)).toHaveLength(2)
    const [before] = second?.split(base64) ?? []
    expect(before?.slice(before.lastIndexOf('a.png'))).toBe(
      third?.split(base64)[0]?.slice(third.split(base64)[0]?.lastIndexOf('a.png')),
    )
    const image = { hash: expect.stringMatching(/^sha256:/), mediaType: 'image/png', width: 60, height: 40 }
    expect(read?.result.images).toMatchObject([image])
  })

  test('a model that sees none is told so in words', async () => {
    const { s, wire } = await shown('compatible:small')
    await lets(s, { images: false })
    await looks(s)
    expect(wire.faults()).toEqual([])
    const [, second] = wire.requests.map(({ body }) => JSON.stringify(body))
    expect(second).not.toContain(await base64Of(s))
    expect(await s.sent(2)).toContainEqual(
      expect.stringMatching(
        /^result of read_file: \[a\.png is a PNG image, .*\.\]\n\[picture 60×40, not shown to this model\]$/,
      ),
    )
  })

  test('stands in the record of the request by its hash, and the transcript has it', async () => {
    const { s } = await shown('openai:gpt-6.1-sol')
    const read = await looks(s)
    const sent = await sentMessages(s.world.db, s.sessionId, 2)
    expect(sent.at(-1)).toMatchObject({ role: 'result', images: read?.result.images })
    expect(JSON.stringify(sent)).not.toContain((await base64Of(s)).slice(0, 100))
    const { transcript } = await s.view()
    expect(transcript.find(entry => entry.call)?.call?.images).toEqual(read?.result.images)
  })

  test('what is no picture after all is named in words', async () => {
    const s = await scenario()
    await s.world.puts('b.png', Buffer.from('\x89PNG\r\n\x1a\nno', 'latin1'))
    await s.plays([call('read_file', { path: 'b.png' }), { text: 'Done.' }])
    await s.waitsOn('read_file')
    await s.approves('read_file')
    await s.ends('final_text')
    expect(await s.texts()).toContainEqual(
      'result: [b.png is a PNG image, 10 bytes.]\nThe picture could not be kept. It is broken, or no picture after all.',
    )
  })

  test('is part of the record: another one in its place breaks it', async () => {
    const s = await scenario()
    await putsPicture(s)
    await s.plays([call('read_file', { path: 'a.png' }), { text: 'Done.' }])
    await s.waitsOn('read_file')
    await s.approves('read_file')
    await s.ends('final_text')
    expect(await brokenAt(s.world.db, s.sessionId)).toBeNull()
    const { db } = s.world
    await expect(db.$executeRawUnsafe(`UPDATE "Attachment" SET bytes = 'x'`)).rejects.toThrow(/append-only/)
  })
})
