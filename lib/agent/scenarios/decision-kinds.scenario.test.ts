import { describe, expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import type { Remember } from '@/lib/domain/call/decision-request'
import { call, calls, ok, refused, ruling, type Scenario, scenario } from '@/test/world/scenario'

const done = { text: 'Done.' }

async function waiting(...names: string[]): Promise<{ s: Scenario; set: CallSet }> {
  const s = await scenario()
  await s.plays([calls(...names), done])
  return { s, set: await s.waitsOn(...names.map(name => name.split(' ')[0] ?? '')) }
}

function nth(set: CallSet, index: number) {
  const found = set.calls[index]
  if (!found) throw new Error(`The set has no call ${index}.`)
  return found
}

describe('another tool in the place of the proposed one', () => {
  test('runs, and only it; the model is told what ran, its own call stays as it wrote it', async () => {
    const { s, set } = await waiting('gated_write a!')
    ok(await s.rules('gated_write', { kind: 'replace', tool: 'gated_read', arguments: { name: 'b!' } }))
    await s.ends('final_text')
    expect(s.gates.begun).toEqual(['b!'])
    const after = await s.callNow(nth(set, 0).id)
    expect(after).toMatchObject({
      proposed: { tool: 'gated_write', arguments: { name: 'a!' } },
      effective: { tool: 'gated_read', arguments: { name: 'b!' } },
      decisions: [{ kind: 'replace', tool: 'gated_read', arguments: { name: 'b!' } }],
      result: { kind: 'ok' },
    })
    const sent = (await s.sent(2)).join('\n')
    expect(sent).toContain('The person ran gated_read instead of gated_write, with: {"name":"b!"}')
    expect(sent).toContain('Ran gated_read in the place of gated_write.')
    expect(sent).toContain('gated_write {"name":"a!"}')
  })

  test('has to be offered, its arguments have to fit, and it is judged by the rules like any other', async () => {
    const { s } = await waiting('gated_write a!')
    const other = { kind: 'replace', arguments: { name: 'b!' } } as const
    refused(await s.rules('gated_write', { ...other, tool: 'no_such_tool' }), 'unknown_tool')
    await s.sets({ tools: { exclude: ['gated_fetch'] } })
    refused(await s.rules('gated_write', { ...other, tool: 'gated_fetch' }), 'unknown_tool')
    const unfit = await s.rules('gated_write', { kind: 'replace', tool: 'gated_peek', arguments: { x: 1 } })
    expect(refused(unfit, 'invalid_arguments').more.errors?.length).toBeGreaterThan(0)
    await s.world.touches(
      `INSERT INTO "Rule" (id, effect, tool, matchers, scope, "createdAt")
       VALUES (gen_random_uuid(), 'deny', 'gated_read', '[{"argument":"/name","kind":"prefix","value":"b"}]', 'always', now())`,
    )
    const wish = { kind: 'replace', tool: 'gated_read' } as const
    refused(await s.rules('gated_write', { ...wish, arguments: { name: 'b!' } }), 'invalid_request')
    ok(await s.rules('gated_write', { ...wish, arguments: { name: 'c!' } }))
    await s.ends('final_text')
    expect(s.gates.begun).toEqual(['c!'])
  })
})

test('an answer in the place of the tool can be text, JSON, or no; nothing runs', async () => {
  const { s, set } = await waiting('gated_write a!', 'gated_write b!', 'gated_write c!')
  const given = ['It is 7.', { seven: 7 }, false]
  const texts = ['It is 7.', '{\n  "seven": 7\n}', 'false']
  ok(
    await s.rulesOn(
      set.id,
      given.map((result, at) => ruling(nth(set, at), { kind: 'answer', result })),
    ),
  )
  await s.ends('final_text')
  expect(s.gates.begun).toEqual([])
  for (const [at, value] of given.entries())
    expect(await s.callNow(nth(set, at).id)).toMatchObject({
      result: { kind: 'answered', text: texts[at], value },
      decisions: [{ kind: 'answer', result: value }],
    })
  expect((await s.sent(2)).join('\n')).toContain(`The person answered in the tool's place`)
})

test('what a person changed is in the transcript and in the next request, with what they say about it', async () => {
  const { s, set } = await waiting('gated_write a!', 'gated_write b!', 'gated_write c!')
  const decisions = [
    ruling(nth(set, 0), { kind: 'edit', arguments: { name: 'x!' } }),
    ruling(nth(set, 1), { kind: 'deny', reason: 'Not that one.' }),
    ruling(nth(set, 2), { kind: 'approve' }),
  ]
  ok(await s.rulesOn(set.id, decisions, { feedback: 'Fewer files, please.' }))
  await s.ends('final_text')
  const correction = [
    'Changed gated_write: name from "a!" to "x!".',
    'Denied gated_write: Not that one.',
    'Fewer files, please.',
  ].join('\n')
  expect((await s.sent(2)).join('\n')).toContain(correction)
  expect(s.gates.ledger).toEqual(['x!', 'c!'])
  await s.plays([calls('gated_write d!', 'gated_write e!'), done])
  await s.waitsOn('gated_write', 'gated_write')
  await s.approves('gated_write')
  await s.denies('gated_write')
  await s.ends('final_text')
  const told = (await s.texts()).filter(text => text.startsWith('correction'))
  expect(told).toEqual([`correction: ${correction}`])
})

describe('a Rule that is made with a Decision', () => {
  const below = { argument: '/name', kind: 'prefix', value: 'docs' } as const

  test('lets the next Call of that tool pass where its conditions hold, and names itself; what waits already waits', async () => {
    const s = await scenario()
    const turns = ['docs-2!', 'other!'].map(name => call('gated_write', { name }))
    await s.plays([calls('gated_write docs-1!', 'gated_write docs-0!'), ...turns, done])
    await s.waitsOn('gated_write', 'gated_write')
    const remember: Remember = { scope: 'session', matchers: [below] }
    ok(await s.rules('gated_write docs-1!', { kind: 'approve', remember }))
    await s.gates.begins('docs-1!')
    await s.waitsOn('gated_write')
    await s.denies('gated_write docs-0!')
    const asked = await s.world.until('the other to wait', async () => {
      const waitingCall = (await s.view()).pendingSet?.calls.find(one => one.state === 'waiting')
      return waitingCall?.proposed.argumentsText.includes('other!') && waitingCall
    })
    expect(asked.decisions).toEqual([])
    expect(s.gates.ledger).toEqual(['docs-1!', 'docs-2!'])
    const rule = (await s.events()).find(event => event.type === 'policy.changed')
    expect(rule?.data).toMatchObject({ rule: { effect: 'allow', tool: 'gated_write', scope: 'session' } })
    const reasons = (await s.events()).flatMap(({ type, data }) =>
      type === 'call.proposed' || type === 'call.decided' ? [[type, data.call.reason?.code]] : [],
    )
    expect(reasons.slice(0, 3)).toEqual([
      ['call.proposed', 'reason.askMode'],
      ['call.proposed', 'reason.askMode'],
      ['call.decided', 'reason.askMode'],
    ])
    const third = (await s.events()).filter(event => event.type === 'call.decided')[2]
    const byRule = { type: 'rule' }
    expect(third?.data).toMatchObject({
      kind: 'approve',
      by: byRule,
      call: { reason: { by: byRule, code: 'reason.allowRule' } },
    })
  })

  test('is for the tool that ran, in its session, and until its time', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), calls('gated_peek c!'), done])
    await s.waitsOn('gated_write')
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const peeks = { argument: '/name', kind: 'glob', value: '?!' } as const
    const remember: Remember = { scope: 'session', matchers: [peeks], expiresAt }
    ok(
      await s.rules('gated_write', {
        kind: 'replace',
        tool: 'gated_peek',
        arguments: { name: 'b!' },
        remember,
      }),
    )
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_peek: ok', 'gated_peek: ok'])
    const rows = await s.world.db.rule.findMany()
    expect(rows).toMatchObject([{ tool: 'gated_peek', scope: 'session', sessionId: s.sessionId }])
    await s.world.passes(3_700_000)
    await s.plays([calls('gated_peek d!'), done])
    await s.waitsOn('gated_peek')
  })
})
