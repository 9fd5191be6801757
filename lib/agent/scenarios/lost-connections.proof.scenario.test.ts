import { expect, test } from 'vitest'
import { endsConnections } from '@/test/database/ends-connections'
import { call, scenario } from '@/test/world/scenario'

test('a Run outlives an administrator who ends all connections right after it was told that something began', async () => {
  const s = await scenario({ mode: 'plan' })
  await s.world.puts('a.txt', 'A')
  const ends = await endsConnections(s.world.adminUrl)
  const turns = Array.from({ length: 3 }, (_, at) => call('read_file', { path: 'a.txt', offset: at + 1 }))
  const ended: Promise<number>[] = []
  // The server's own bus: from another's, word of the session being made could come while the message is on its way.
  s.deps.bus.subscribe(({ kind }) => {
    if (kind === 'events' && ended.length < 2) ended.push(ends())
  })
  await s.plays([...turns, { text: 'Done.' }])
  await s.ends('final_text')
  expect((await Promise.all(ended)).filter(count => count > 0)).toHaveLength(2)
  await s.checks()
})
