import { expect, test } from 'vitest'
import type { Session } from '@/lib/domain/session/session'
import { agreed, ask, listen } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { createWorld, type Server } from '@/test/world/world'

test('a listener that throws neither unsays what was stored nor keeps others from hearing of it', async () => {
  const world = await createWorld()
  const started: Server[] = []
  const start = async (): Promise<Server> => {
    const server = await world.startServer()
    started.push(server)
    return server
  }
  const { url } = await serveApi({ start })
  const made = await ask(url, 'POST /api/sessions', { body: { title: 'One', model: 'scripted:replay' } })
  const { id } = agreed('createSession', made) as Session
  const thrown: string[] = []
  started[0]?.deps.bus.subscribe(note => {
    thrown.push(note.kind)
    throw new Error('A listener of the tests.')
  })
  const reader = await listen(url, `/api/sessions/${id}/events?after=1`)
  for (const [index, title] of ['Two', 'Three'].entries()) {
    const answered = await ask(url, `PATCH /api/sessions/${id}`, { body: { title } })
    expect(agreed('changeSession', answered)).toMatchObject({ title })
    await reader.until(title, events => events.length === index + 1)
  }
  expect(thrown).toContain('events')
})
