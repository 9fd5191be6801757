import { expect, test } from 'vitest'
import { refused } from '@/test/http/http-client'
import { httpStory } from '@/test/http/http-story'

test('a schedule that cannot be is refused by its field, and one that can is read, changed, run and deleted', async () => {
  const s = await httpStory()
  const sound = { name: 'Nightly', text: 'Hello.', cron: '0 9 * * *', settings: { model: 'scripted:demo' } }
  const bad: [object, string][] = [
    [{ cron: '0 0 30 2 *' }, '/cron'],
    [{ cron: '5 9' }, '/cron'],
    [{ cron: null }, '/cron'],
    [{ at: '2036-01-01T00:00:00' }, '/at'],
    [{ at: 'tomorrow' }, '/at'],
    [{ cron: null, at: '2026-01-01T00:00:00Z' }, '/at'],
    [{ timeZone: 'Mars/Olympus' }, '/timeZone'],
    [{ name: ' ' }, '/name'],
    [{ text: '' }, '/text'],
    [{ text: '/compact' }, '/text'],
    [{ settings: { model: 'scripted:demo', thinking: 'deep' } }, '/settings/thinking'],
    [{ unattended: 'allow' }, '/unattended'],
    [{ settings: { mode: 'full' } }, '/settings/modeExpiresAt'],
    [{ settings: { model: 'nobody' } }, '/settings/model'],
    [{ settings: { key: 'a' } }, '/settings/key'],
    [{ settings: { limits: { activeMs: 0 } } }, '/settings/limits/activeMs'],
  ]
  for (const [more, path] of bad) {
    const answered = await s.tries('addSchedule', { body: { ...sound, ...more } })
    expect([more, refused(answered, 'invalid_request').errors?.[0]?.path]).toEqual([more, path])
  }
  const made = await s.does('addSchedule', { body: sound })
  expect(made).toMatchObject({ ...sound, timeZone: 'UTC', unattended: 'wait', enabled: true })
  const at = made.id
  refused(await s.tries('changeSchedule', { at, body: { cron: '0 0 31 2 *' } }), 'invalid_request')
  const local = { cron: null, at: '2036-01-01T02:00:00+02:00' }
  const once = await s.does('changeSchedule', { at, body: local })
  expect([once.cron, once.nextAt]).toEqual([undefined, '2036-01-01T00:00:00.000Z'])
  // What is past stays as it is, whatever else is changed.
  await s.world.db.schedule.update({ where: { id: at }, data: { at: new Date(0), nextAt: null } })
  const past = { name: 'Weekly', cron: null, at: new Date(0).toISOString() }
  expect((await s.does('changeSchedule', { at, body: past })).name).toBe('Weekly')
  refused(await s.tries('changeSchedule', { at, body: { enabled: true } }), 'invalid_request')
  expect((await s.does('changeSchedule', { at, body: { enabled: false } })).nextAt).toBe(null)
  const run = await s.does('runSchedule', { at })
  expect(run).toMatchObject({ runs: 1, nextAt: null, lastRun: { runId: expect.any(String) } })
  expect((await s.does('listSchedules')).items.map(({ id }) => id)).toEqual([at])
  await s.does('deleteSchedule', { at })
  refused(await s.tries('runSchedule', { at }), 'not_found')
})
