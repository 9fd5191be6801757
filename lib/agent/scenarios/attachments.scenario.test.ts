import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pdfOf } from '@/lib/tools/testing/pdf'
import { startWireServer } from '@/test/wire/start-wire-server'
import { call, refused, type Scenario, scenario } from '@/test/world/scenario'
import { sentMessages } from '@/test/world/sent-messages'

const attached = (name: string, content: string | Buffer, mediaType = 'application/octet-stream') => ({
  name,
  mediaType,
  data: Buffer.from(content).toString('base64'),
})

const picture = (width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#07c' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .toBuffer()

const userEntries = async (s: Scenario) => (await s.view()).transcript.filter(entry => entry.kind === 'user')

describe('files that come with a message', () => {
  test('reach the model: texts and PDFs as their text, pictures where it sees', async () => {
    const wire = await startWireServer({ key: 'wire-key-0123456789' })
    onTestFinished(() => wire.close())
    const server = { models: wire.accounts }
    const s = await scenario({ model: 'anthropic:claude-opus-5-5' }, { server })
    wire.script([{ text: 'I see.' }, { text: 'Still.' }])
    const attachments = [
      attached('../../notes.md', '# Notes\nOf today', 'text/markdown'),
      attached('C:\\photos\\sea\u202e.jpg', await picture()),
      attached('report.pdf', pdfOf([['Third quarter']])),
    ]
    const { runId } = await s.says('Look at these.', { attachments })
    await s.ends('final_text', runId)
    const next = await s.says('And now?')
    await s.ends('final_text', next.runId)
    expect(wire.faults()).toEqual([])
    const [entry] = await userEntries(s)
    expect(entry?.text).toBe('Look at these.')
    expect(entry?.attachments).toMatchObject([
      { name: 'notes.md', mediaType: 'text/plain', bytes: 16 },
      { name: 'sea.jpg', mediaType: 'image/jpeg', width: 60, height: 40 },
      { name: 'report.pdf', mediaType: 'application/pdf' },
    ])
    expect((await s.sent(1))[0]).toBe(
      `user: Look at these.

<file name="notes.md" type="text/plain">
# Notes
Of today
</file>

<file name="sea.jpg" type="image/jpeg" picture="1"/>

<file name="report.pdf" type="application/pdf">
--- page 1 ---
Third quarter

</file>`,
    )
    const [first, second] = wire.requests.map(({ body }) => body as { messages: { content: unknown }[] })
    expect(first?.messages[0]?.content).toMatchObject([
      { type: 'text' },
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg' } },
    ])
    const without = (content: unknown) =>
      JSON.stringify(content).replaceAll(/,?"cache_control":\{[^}]*\}/g, '')
    expect(without(second?.messages[0]?.content)).toBe(without(first?.messages[0]?.content))
    expect(JSON.stringify(await sentMessages(s.world.db, s.sessionId, 1))).not.toContain('base64')
  })

  test('are kept without the secrets in them', async () => {
    const s = await scenario()
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
    const script = JSON.stringify({ turns: [{ text: 'Done.' }] })
    await s.says(script, { attachments: [attached('deploy.env', `TOKEN=${secret}\n`)] })
    await s.ends('final_text')
    expect((await s.sent(1))[0]).toContain('TOKEN=⟦secret:1⟧')
    const [kept] = await s.world.db.attachment.findMany({ where: { sessionId: s.sessionId } })
    expect(Buffer.from(kept?.bytes ?? []).toString()).toBe('TOKEN=⟦secret:1⟧\n')
  })

  test.each(['steer', 'followup'] as const)('wait with their message in the queue: %s', async queueMode => {
    const s = await scenario()
    const { runId } = await s.plays([call('gated_write', { name: 'a!' }), { text: 'Done.' }])
    await s.waitsOn('gated_write')
    const script = JSON.stringify({ turns: [{ text: 'Read.' }] })
    const attachments = [attached('later.txt', 'Read me later'), attached('a.jpg', await picture())]
    const queued = await s.says(queueMode === 'steer' ? 'Mind this.' : script, { attachments, queueMode })
    const names = [{ name: 'later.txt' }, { name: 'a.jpg', width: 60 }]
    expect((await s.view()).queue).toMatchObject([{ attachments: names }])
    await s.approves('gated_write')
    await s.ends('final_text', runId)
    await s.ends('final_text', queued.runId)
    const entry = (await userEntries(s)).at(-1)
    expect(entry?.attachments).toMatchObject(names)
    const told = (await s.sent(queueMode === 'steer' ? 2 : 3)).join('\n')
    expect(told).toContain('<file name="later.txt" type="text/plain">\nRead me later\n</file>')
    expect(told).toContain('[picture 60×40, not shown to this model]')
  })

  test('are refused in words where they cannot be used, and nothing of the message is kept', async () => {
    const s = await scenario()
    const tries = (...attachments: ReturnType<typeof attached>[]) => s.tries('Look.', { attachments })
    const zip = refused(
      await tries(attached('a.txt', 'a'), attached('b.zip', 'PK\x03\x04\0')),
      'invalid_request',
    )
    expect(zip.more.errors).toMatchObject([
      {
        path: '/attachments/1',
        message: 'b.zip: It is no text in UTF-8, no PDF, and no PNG, JPEG, WebP, GIF or AVIF picture.',
      },
    ])
    refused(await tries(attached('a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))), 'invalid_request')
    refused(await tries(attached('a.txt', 'x'.repeat(262_145))), 'invalid_request')
    const large = Buffer.alloc(1_100_000, 'x')
    refused(
      await tries(attached('a', large), attached('b', large), attached('c', large)),
      'payload_too_large',
    )
    expect(await s.texts()).toEqual([])
  })
})
