// @module-tag invariant

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Remember } from '@/lib/domain/call/decision-request'
import { OWNER } from '@/lib/domain/contract/person'
import type { Rule } from '@/lib/domain/policy/rule'
import { insertRule, movePolicy } from '@/lib/store/policy/rule'
import { aRule } from '@/test/factories'
import { calls, ok, type Scenario, scenario, startsSession } from '@/test/world/scenario'
import { addServers } from '../actions/servers/mcp-servers'

const done = { text: 'Done.' }
const reads: Remember = { scope: 'session', matchers: [], reads: true }

/** Somebody else makes a Rule for this session. */
async function ruled(s: Scenario, given: Pick<Rule, 'effect' | 'tool'>): Promise<void> {
  const rule = aRule({ scope: 'session', sessionId: s.sessionId, ...given })
  await s.world.writes(rows => insertRule(rows, rule))
}

async function switchedOff(s: Scenario): Promise<void> {
  await s.world.db.rule.updateMany({ data: { enabled: false } })
  await s.world.writes(movePolicy)
}

describe('what was approved is judged again when it is to run', () => {
  test('a new denial settles it as denied, and the person’s approval is void', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a', 'gated_read b!', 'gated_write c!'), done])
    const set = await s.waitsOn('gated_write', 'gated_read', 'gated_write')
    await s.approves('gated_read', 'gated_write a')
    await s.gates.begins('a')
    await ruled(s, { effect: 'deny', tool: 'gated_read' })
    s.gates.open('a')
    await s.waitsOn('gated_write')
    expect(s.gates.begun).toEqual(['a'])
    const denied = await s.callNow(set.calls[1]?.id ?? '')
    expect(denied).toMatchObject({
      state: 'settled',
      result: { kind: 'denied', text: 'Refused by a rule: Deny gated_read.' },
      reason: { by: { type: 'rule' }, code: 'reason.denyRule' },
      decisions: [{ kind: 'approve', void: 'policy' }],
    })
    const { openSets } = await s.view()
    expect(openSets[0]?.calls[1]).toEqual(denied)
    await s.checks()
    await s.approves('gated_write')
    await s.ends('final_text')
    expect((await s.sent(2))[3]).toMatch(/^result of gated_read: This call was refused; it did not run/)
  })

  test('what a rule approved waits for a person once the rule is gone', async () => {
    const s = await scenario()
    await s.plays([calls('gated_read a!'), calls('gated_write b', 'gated_read c!'), done])
    await s.waitsOn('gated_read')
    ok(await s.rules('gated_read', { kind: 'approve', remember: reads }))
    await s.waitsOn('gated_write')
    await switchedOff(s)
    await s.approves('gated_write')
    s.gates.open('b')
    const again = await s.asks('gated_read')
    expect(again).toMatchObject({
      why: 'policy',
      reason: { by: { type: 'mode' }, code: 'reason.askMode' },
      decisions: [{ by: { type: 'rule' }, void: 'policy' }],
    })
    expect(s.gates.begun).toEqual(['a!', 'b'])
    await s.approves('gated_read')
    await s.ends('final_text')
  })

  test('what a person approved runs though a rule would ask', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a', 'gated_write b!'), done])
    await s.waitsOn('gated_write', 'gated_write')
    await s.approves('gated_write a', 'gated_write b!')
    await s.gates.begins('a')
    await ruled(s, { effect: 'ask', tool: '*' })
    s.gates.open('a')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'b!'])
  })
})

test('an approval is void once there is a risk that nobody was shown: a server of tools now runs the file', async () => {
  const s = await scenario()
  await s.world.puts('tools/server.js', '')
  const write = { name: 'write_file', arguments: { path: 'tools/server.js', content: 'x' } }
  await s.plays([{ calls: [...(calls('gated_write a').calls ?? []), write] }, done])
  await s.waitsOn('gated_write', 'write_file')
  await s.approves('gated_write', 'write_file')
  await s.gates.begins('a')
  const server = { name: 'own', command: 'node', args: [path.join(s.world.workspace, 'tools/server.js')] }
  ok(await addServers(s.deps, { input: { ...server, enabled: false }, person: OWNER }))
  s.gates.open('a')
  expect(await s.asks('write_file')).toMatchObject({
    why: 'policy',
    reason: { by: { type: 'floor' }, code: 'reason.newRisk' },
    risk: { level: 'high' },
    decisions: [{ by: { type: 'person' }, void: 'policy' }],
  })
  expect(await s.world.file('tools/server.js')).toBe('')
  await s.approves('write_file')
  await s.ends('final_text')
  expect(await s.world.file('tools/server.js')).toBe('x')
})

describe('“Allow reads in this workspace”', () => {
  const read = (path: string) => ({ calls: [{ name: 'read_file', arguments: { path } }] })

  async function allowed(...turns: Parameters<Scenario['plays']>[0]): Promise<Scenario> {
    const s = await scenario()
    for (const name of ['notes.md', '.env', 'pаypal.md', 'sub/.git/config'])
      await s.world.puts(name, 'text\n')
    await s.plays([read('notes.md'), ...turns, done])
    await s.waitsOn('read_file')
    ok(await s.rules('read_file', { kind: 'approve', remember: reads }))
    return s
  }

  test('lets later reads pass without asking, each with a Decision that names the rule', async () => {
    const s = await allowed(read('notes.md'), { calls: [{ name: 'list_files', arguments: {} }] })
    await s.ends('final_text')
    expect(await s.results()).toEqual(['read_file: ok', 'read_file: ok', 'list_files: ok'])
    const decisions = await s.world.db.decision.findMany({ orderBy: { at: 'asc' } })
    expect(decisions.map(({ kind, by }) => ({ kind, by }))).toMatchObject([
      { kind: 'approve', by: { type: 'person', name: 'Owner' } },
      { kind: 'approve', by: { type: 'rule', name: 'Allow reads in this workspace' } },
      { kind: 'approve', by: { type: 'rule', name: 'Allow reads in this workspace' } },
    ])
    const [rule] = await s.world.db.rule.findMany()
    expect(rule).toMatchObject({ uses: 2, scope: 'session', effect: 'allow' })
  })

  test('still asks for writes, for what tools trust, and for paths that deceive', async () => {
    const cases = [
      { name: 'write_file', arguments: { path: 'new.md', content: '' } },
      { name: 'read_file', arguments: { path: '.env' } },
      { name: 'read_file', arguments: { path: './sub/.git/config' } },
      { name: 'gated_read', arguments: { name: 'a\u200b!' } },
      { name: 'read_file', arguments: { path: 'pаypal.md' } },
    ]
    const s = await allowed({ calls: cases })
    const set = await s.world.until('the second question', async () => {
      const { pendingSet } = await s.view()
      return pendingSet?.request === 2 && pendingSet
    })
    expect(set.calls).toMatchObject(
      cases.map(({ name }) => ({ tool: name, state: 'waiting', why: 'policy' })),
    )
    await s.stops()
    await s.ends('cancelled')
  })

  test('does not approve what already waits, nor hold in another session', async () => {
    const s = await scenario()
    await s.plays([calls('gated_read a!', 'gated_read b!'), done])
    await s.waitsOn('gated_read', 'gated_read')
    ok(await s.rules('gated_read a!', { kind: 'approve', remember: reads }))
    await s.waitsOn('gated_read')
    await s.approves('gated_read')
    await s.ends('final_text')
    const other = await startsSession(s.world, s.server)
    await other.plays([calls('gated_read a!'), done])
    await other.waitsOn('gated_read')
    await other.approves('gated_read')
    await other.ends('final_text')
  })
})
