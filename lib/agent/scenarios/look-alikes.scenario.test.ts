import { expect, test } from 'vitest'
import type { Remember } from '@/lib/domain/call/decision-request'
import { call, ok, scenario } from '@/test/world/scenario'

const reads: Remember = { scope: 'session', matchers: [], reads: true }

test('a path with a dot that is none passes by no rule, and its card says why', async () => {
  const s = await scenario()
  await s.world.puts('a.txt', 'plain')
  await s.world.puts('a․txt', 'another')
  await s.plays([
    call('read_file', { path: 'a.txt' }),
    call('read_file', { path: 'a.txt' }),
    call('read_file', { path: 'a․txt' }),
    { text: 'Done.' },
  ])
  await s.waitsOn('read_file')
  ok(await s.rules('read_file', { kind: 'approve', remember: reads }))
  const asked = await s.asks('read_file')
  expect(asked.proposed.arguments).toEqual({ path: 'a․txt' })
  expect(asked.risk).toMatchObject({ level: 'high', reasons: ['Look-alike characters in the arguments'] })
  await s.approves('read_file')
  await s.ends('final_text')
})

test('what is to be written warns of them, and stops no rule', async () => {
  const s = await scenario()
  const written = (content: string) => call('write_file', { path: 'a.txt', content })
  await s.plays([written('plain'), written('Pay by pаypal'), written('“So” … ½ ™'), { text: 'Done.' }])
  await s.waitsOn('write_file')
  const matchers = [{ argument: '/path', kind: 'exact' as const, value: 'a.txt' }]
  ok(await s.rules('write_file', { kind: 'approve', remember: { scope: 'session', matchers } }))
  await s.ends('final_text')
  expect(await s.world.file('a.txt')).toBe('“So” … ½ ™')
  const risks = await s.world.db.call.findMany({ orderBy: { id: 'asc' }, select: { risk: true } })
  expect(risks.map(({ risk }) => (risk as { reasons: string[] }).reasons)).toEqual([
    expect.not.arrayContaining([expect.stringContaining('Look-alike')]),
    expect.arrayContaining(['Look-alike characters in the contents']),
    expect.not.arrayContaining([expect.stringContaining('Look-alike')]),
  ])
})
