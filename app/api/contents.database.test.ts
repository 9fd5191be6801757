import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { refused } from '@/test/http/http-client'
import { anotherStory, type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const size = { width: 60, height: 40 }

/** A session in which a picture was read, and a file was written. */
async function storyWithPicture(): Promise<{ s: HttpStory; hash: string }> {
  const s = await httpStory()
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#07c' } })
    .png()
    .toBuffer()
  await s.world.puts('a.png', bytes)
  const calls = [
    ...(call('read_file', { path: 'a.png' }).calls ?? []),
    ...(call('write_file', { path: 'b.txt', content: 'Not for everybody' }).calls ?? []),
  ]
  const { runId } = await s.plays([{ calls }, { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(runId)
  const { transcript } = await s.view()
  const hash = transcript.flatMap(entry => entry.call?.images ?? [])[0]?.hash ?? ''
  return { s, hash }
}

const digestOf = (bytes: string | Buffer): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`

test('a picture of a session is there under its hash, can do nothing, and is exported with the session', async () => {
  const { s, hash } = await storyWithPicture()
  const answer = await s.tries('readContent', { at: hash })
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `inline; filename="picture.png"; filename*=UTF-8''picture.png`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  const exported = (format: string) => s.tries('exportSession', { query: { format } })
  const { attachments } = (await exported('json')).json as { attachments: { hash: string; data: string }[] }
  expect(attachments).toMatchObject([{ hash, mediaType: 'image/png' }])
  expect(digestOf(Buffer.from(attachments[0]?.data ?? '', 'base64'))).toBe(hash)
  expect((await exported('md')).text).toContain(`- picture 60×40, \`${hash}\``)
})

test('a picture is not to be had from another session, nor are contents that are no pictures', async () => {
  const { s, hash } = await storyWithPicture()
  refused(await (await anotherStory(s)).tries('readContent', { at: hash }), 'not_found')
  const written = digestOf('Not for everybody')
  expect(await s.world.db.content.count({ where: { sessionId: s.sessionId, hash: written } })).toBe(1)
  for (const at of [written, 'sha256:..']) refused(await s.tries('readContent', { at }), 'not_found')
})
