import { expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { call, ok, scenario } from '@/test/world/scenario'
import { sentInstructions } from '@/test/world/sent-messages'
import { changeSession } from '../actions/open-session'

test('a persona that is changed in the middle of a Run is as it was until the next, also after a crash', async () => {
  const s = await scenario({ persona: 'You are the first.' })
  const told = (number: number) => sentInstructions(s.world.db, s.sessionId, number)
  await s.plays([call('gated_write', { name: 'a!' }), { text: 'Done.' }])
  await s.waitsOn('gated_write')
  const before = await told(1)
  expect(before).toContain('You are the first.')
  ok(
    await changeSession(s.deps, {
      sessionId: s.sessionId,
      patch: { persona: 'You are the second.' },
      person: OWNER,
    }),
  )
  await s.crashesAndRestarts()
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(await told(2)).toBe(before)
  const { runId } = await s.plays([{ text: 'Done again.' }])
  await s.ends('final_text', runId)
  expect(await told(3)).toContain('You are the second.')
  expect(await told(3)).not.toContain('You are the first.')
})
