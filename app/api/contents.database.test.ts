import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ask, refused } from '@/lib/testing/http/http-client'
import { about, anotherStory, type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

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
  const set = await s.waits()
  const decisions = set.calls.map(one => about(one, { kind: 'approve' }))
  await ask(s.url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } })
  await s.ends(runId)
  const { transcript } = await s.view()
  const hash = transcript.flatMap(entry => entry.call?.images ?? [])[0]?.hash ?? ''
  return { s, hash }
}

const addressOf = (s: HttpStory, hash: string): string => `/api/sessions/${s.sessionId}/contents/${hash}`

describe('a picture of a session', () => {
  test('is there under its hash, for those who are signed in, and can do nothing', async () => {
    const { s, hash } = await storyWithPicture()
    const answer = await ask(s.url, `GET ${addressOf(s, hash)}`)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="picture.png"; filename*=UTF-8''picture.png`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    refused(
      await ask(s.url, `GET ${addressOf(s, hash)}`, { headers: { authorization: null } }),
      'unauthorized',
    )
  })

  test('is not to be had from another session, nor are contents that are no pictures', async () => {
    const { s, hash } = await storyWithPicture()
    const other = await anotherStory(s)
    refused(await ask(s.url, `GET ${addressOf(other, hash)}`), 'not_found')
    const written = `sha256:${createHash('sha256').update('Not for everybody').digest('hex')}`
    expect(await s.world.db.content.count({ where: { sessionId: s.sessionId, hash: written } })).toBe(1)
    refused(await ask(s.url, `GET ${addressOf(s, written)}`), 'not_found')
    refused(await ask(s.url, `GET ${addressOf(s, 'sha256:..')}`), 'not_found')
  })

  test('is exported with the session', async () => {
    const { s, hash } = await storyWithPicture()
    const exported = (format: string) =>
      ask(s.url, `GET /api/sessions/${s.sessionId}/export?format=${format}`)
    const { attachments } = (await exported('json')).json as { attachments: { hash: string; data: string }[] }
    const [kept] = attachments
    expect(attachments).toHaveLength(1)
    expect(kept).toMatchObject({ hash, mediaType: 'image/png' })
    const digest = createHash('sha256')
      .update(Buffer.from(kept?.data ?? '', 'base64'))
      .digest('hex')
    expect(`sha256:${digest}`).toBe(hash)
    expect((await exported('md')).text).toContain(`- picture 60×40, \`${hash}\``)
  })
})
