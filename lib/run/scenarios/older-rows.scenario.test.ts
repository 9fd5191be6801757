import { readdirSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OperationName } from '@/lib/domain/contract/contract'
import { Refusal } from '@/lib/domain/contract/problem'
import { folderIdentity } from '@/lib/server/workspace-marker'
import { findInstallation } from '@/lib/store/connection/installation'
import { fixtureFolder, restoreFixture } from '@/lib/testing/fixtures/restore'
import { agreed, ask, listen } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { brokenAt, checkStory } from '@/lib/testing/world/check-invariants'
import { ok, type Ruling, ruling, Scenario } from '@/lib/testing/world/scenario'
import { AT_ONCE, createWorld, type Server, type World } from '@/lib/testing/world/world'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { migrate } from '@/scripts/postgres/migrate.mjs'

/** What a program of that time left behind, brought to the schema of this one; a day has passed. */
async function upgraded(fixture: string): Promise<World> {
  const database = await restoreFixture(fixture)
  await migrate({ url: database.adminUrl, serverUrl: database.url, root: ROOT })
  const world = await createWorld(database)
  await cp(path.join(fixtureFolder(fixture), 'workspace'), world.workspace, { recursive: true })
  const { workspace, workspaceFolder } = await findInstallation(world.db)
  if (workspaceFolder === null) await world.puts('.countersign-workspace', workspace)
  else
    await world.db.installation.update({
      where: { id: 1 },
      data: { workspaceFolder: await folderIdentity(world.workspace) },
    })
  world.clock.offsetMs = 86_400_000
  return world
}

/** Its sessions, by their keys. */
async function storiesOf(world: World, server: Server): Promise<(key: string) => Scenario> {
  const rows = await world.db.session.findMany({ select: { id: true, key: true } })
  const stories = new Map(rows.map(({ id, key }) => [key, new Scenario(world, server, id)]))
  return key => {
    const story = stories.get(key)
    if (!story) throw new Error(`There is no session ${key}.`)
    return story
  }
}

/** Rules about a Call as it is shown, and once more where it is shown anew: it may be told in other words now. */
async function decides(s: Scenario, tool: string, given: Ruling): Promise<void> {
  const { pendingSets } = await s.view()
  const call = pendingSets.flatMap(set => set.calls).find(one => one.tool === tool && one.state === 'waiting')
  if (!call) throw new Error(`No call of ${tool} waits.`)
  const answer = await s.rulesOn(call.setId, [ruling(call, given)])
  if (answer instanceof Refusal && answer.code === 'stale_digest') {
    const { digest } = await s.callNow(call.id)
    ok(await s.rulesOn(call.setId, [ruling({ id: call.id, digest }, given)]))
  } else ok(answer)
}

const FIXTURES = readdirSync(fixtureFolder('.'))

describe.each(FIXTURES)('what the program of %s stored', fixture => {
  test('is listed, found, shown, told and exported whole, and can be forked, as it stands and as it was', async () => {
    const world = await upgraded(fixture)
    const { url } = await serveApi({ start: () => world.startServer({ role: 'web' }) })
    const read = async (name: OperationName, path: string) => agreed(name, await ask(url, `GET ${path}`))
    const { items } = (await read('listSessions', '/api/sessions?limit=200')) as { items: { id: string }[] }
    expect(items).toHaveLength(await world.db.session.count())
    expect(await read('listPending', '/api/pending')).toMatchObject({ items: [{}, {}, {}] })
    expect(await read('search', '/api/search?q=gated')).not.toMatchObject({ items: [] })
    expect(await read('listCorrections', '/api/corrections')).not.toMatchObject({ items: [] })
    expect(await read('listMemories', '/api/memories')).not.toMatchObject({ items: [] })
    for (const { id } of items) {
      const view = (await read('readSession', `/api/sessions/${id}`)) as { seq: number }
      const events = await listen(url, `/api/sessions/${id}/events?after=0`)
      await events.until('every event', all => all.length === view.seq)
      expect(events.events.filter(({ data }) => data.unknown !== undefined)).toEqual([])
      await read('readTranscript', `/api/sessions/${id}/transcript`)
      for (const format of ['md', 'json', 'jsonl'])
        expect(await ask(url, `GET /api/sessions/${id}/export?format=${format}`)).toMatchObject({
          status: 200,
        })
    }
    const told = await listen(url, '/api/events?after=0')
    const count = await world.db.event.count({ where: { chain: { not: 'installation' } } })
    await told.until('the events of all', events => events.length === count)
    const server = await world.startServer({ role: 'web' })
    for (const { sessionId, seq } of await world.db.sessionHead.findMany()) {
      const story = new Scenario(world, server, sessionId)
      const before = await brokenAt(world.db, sessionId)
      for (const at of [1, Math.ceil(seq / 2), seq]) await story.forks(at)
      expect(await brokenAt(world.db, sessionId)).toBe(before)
    }
  })

  test('goes on: sets that waited are decided, what was held runs, what ran is asked about', async () => {
    const world = await upgraded(fixture)
    const server = await world.startServer({ takeover: AT_ONCE })
    const story = await storiesOf(world, server)
    const policy = story('policy')
    await decides(policy, 'write_file', { kind: 'approve' })
    await decides(policy, 'write_file', { kind: 'approve' })
    await policy.ends('final_text')
    expect(await world.file('notes.txt')).toBe('one\n2\n')
    const larger = { path: 'a.txt', old: 'older', new: 'newer' }
    await decides(story('drifted'), 'edit_file', { kind: 'edit', arguments: larger })
    await story('drifted').ends('final_text')
    expect(await world.file('a.txt')).toBe('old\nnewer\n')
    await decides(story('asked again'), 'gated_read', { kind: 'approve' })
    await decides(story('asked again'), 'gated_peek', { kind: 'mark_done' })
    await story('asked again').ends('final_text')
    const approved = story('approved')
    await approved.asks('gated_write', 'outcome_unknown')
    expect(world.gates.begun).not.toContain('executing')
    await decides(approved, 'gated_write', { kind: 'mark_done' })
    await approved.ends('final_text')
    expect(await approved.results()).toEqual(['gated_write: answered', 'gated_read: ok'])
    await story('queued').stops()
    await story('queued').ends('cancelled')
    for (const key of ['ends', 'results', 'mind']) {
      const { runId } = await story(key).plays([{ text: 'Again.' }])
      await story(key).ends('final_text', runId)
    }
    for (const { id, key } of await world.db.session.findMany({ select: { id: true, key: true } })) {
      if (key !== 'policy') await checkStory(world.db, id)
      expect(await brokenAt(world.db, id)).toBeNull()
    }
  })
})
