import { expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { about, httpStory } from '@/lib/testing/http/http-story'

const writing = (path: string) => ({ name: 'write_file', arguments: { path, content: `new ${path}\n` } })

/** The agent has written these files, and its Run has ended. */
async function written(...paths: string[]) {
  const story = await httpStory()
  const { url, plays, waits, ends, view, world } = story
  const { runId } = await plays([{ calls: paths.map(writing) }, { text: 'Done.' }])
  const set = await waits()
  const decisions = set.calls.map(call => about(call, { kind: 'approve' }))
  agreed('decide', await ask(url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } }))
  await ends(runId)
  const read = async (id: string) => agreed('readSet', await ask(url, `GET /api/sets/${id}`)) as CallSet
  const settles = ({ id }: CallSet) =>
    world.until('a set that is settled', async () => {
      const found = await read(id)
      return found.calls.every(call => call.state === 'settled') && found
    })
  return { ...story, runId, set, settles, results: async () => (await view()).transcript }
}

test('a call is reverted: 202 with a set of its own, and a second time is refused', async () => {
  const { url, world, set, settles, results } = await written('a.txt')
  const revert = () => ask(url, `POST /api/calls/${set.calls[0]?.id}/revert`)
  const reverting = agreed('revertCall', await revert()) as CallSet
  expect(reverting).toMatchObject({
    ...{ origin: 'person', calls: [{ tool: 'restore_file', dialect: 'person', reverts: set.calls[0]?.id }] },
  })
  expect(await settles(reverting)).toMatchObject({
    calls: [{ result: { kind: 'ok', changed: { path: 'a.txt', after: 'absent' } } }],
  })
  expect(await world.files()).toEqual([])
  expect((await results()).at(-2)).toMatchObject({
    ...{ kind: 'result', text: 'Removed a.txt again.' },
    call: { tool: 'restore_file', summary: 'Remove a.txt (1 line)', result: 'ok', by: { type: 'person' } },
  })
  expect(refused(await revert(), 'invalid_request').detail).toBe('This call was reverted already.')
})

test('a run is reverted as one set, once for a key', async () => {
  const { url, world, runId, settles } = await written('a.txt', 'b.txt')
  await world.puts('b.txt', 'mine')
  const headers = { 'idempotency-key': 'once' }
  const revert = () => ask(url, `POST /api/runs/${runId}/revert`, { headers })
  const reverting = agreed('revertRun', await revert()) as CallSet
  const { calls } = await settles(reverting)
  expect(calls.map(call => call.state === 'settled' && call.result.kind)).toEqual(['not_run', 'ok'])
  expect(await world.files()).toEqual(['b.txt'])
  expect(await world.file('b.txt')).toBe('mine')
  expect(agreed('revertRun', await revert())).toMatchObject({ id: reverting.id })
})

test('what is not there cannot be reverted', async () => {
  const { url, sessionId } = await httpStory()
  for (const id of [sessionId, 'x']) {
    refused(await ask(url, `POST /api/calls/${id}/revert`), 'not_found')
    refused(await ask(url, `POST /api/runs/${id}/revert`), 'not_found')
  }
  refused(
    await ask(url, `POST /api/calls/${sessionId}/revert`, { headers: { authorization: null } }),
    'unauthorized',
  )
})

test('the catalogue says that the tool is for people', async () => {
  const { url } = await httpStory()
  const { items } = agreed('listTools', await ask(url, 'GET /api/tools')) as { items: { name: string }[] }
  expect(items.find(tool => tool.name === 'restore_file')).toMatchObject({ forPeople: true, enabled: true })
  expect(items.find(tool => tool.name === 'write_file')).not.toHaveProperty('forPeople')
})
