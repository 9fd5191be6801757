// @module-tag invariant
import { describe, expect, test } from 'vitest'
import type { Call, CallSet } from '@/lib/domain/call/call'
import {
  call,
  calls,
  ok,
  type Ruling,
  refused,
  ruling,
  type Scenario,
  type Scripted,
  scenario,
  startsSession,
} from '@/test/world/scenario'
import { previewCall } from '../queries/preview-call'

const done: Scripted = { text: 'Done.' }

/** A set waits in a session of this world. */
async function waiting(turn: Scripted, of?: Scenario): Promise<{ s: Scenario; set: CallSet }> {
  const s = of ? await startsSession(of.world, of.server) : await scenario()
  await s.plays([turn, done])
  return { s, set: await s.waitsOn(...(turn.calls ?? []).map(({ name }) => name)) }
}

const HOLD_MS = 30_000

/** The person rules, and for a while nothing runs by it. */
const holds = async (s: Scenario, tool: string, given: Ruling = { kind: 'approve' }) =>
  ok(await s.rules(tool, given, { holdMs: HOLD_MS }))

const idOf = ({ calls: set }: { calls: Call[] }, index = 0): string => set[index]?.id ?? ''

describe('what runs is what was decided, to the byte', () => {
  test('an edit runs as it was written, spaces and numbers included', async () => {
    const { s, set } = await waiting(call('gated_write', { name: 'one!' }))
    const argumentsText = '{ "name" :\t"two!" }'
    ok(await s.rules('gated_write', { kind: 'edit', argumentsText }))
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['two!'])
    expect(await s.callNow(idOf(set))).toMatchObject({
      proposed: { argumentsText: '{"name":"one!"}' },
      effective: { argumentsText, arguments: { name: 'two!' } },
      decisions: [{ kind: 'edit', argumentsText }],
    })
  })

  test('an edit or a replacement is refused where it would no longer do what was reviewed', async () => {
    const first = await waiting(call('write_file', { path: 'a.txt', content: 'A\n' }))
    const second = await waiting(call('write_file', { path: 'a.txt', content: 'A\n' }), first.s)
    for (const [{ s, set }, change, file] of [
      [first, { kind: 'edit' as const }, 'b.txt'],
      [second, { kind: 'replace' as const, tool: 'write_file' }, 'c.txt'],
    ] as const) {
      const text = { argumentsText: `{"path":"${file}","content":"B\\n"}` }
      const review = async () => ok(await previewCall(s.deps, { callId: idOf(set), ...text })).digest
      const previewDigest = await review()
      await s.world.puts(file, 'somebody’s\n')
      const stale = await s.rules('write_file', { ...change, ...text, previewDigest })
      expect(refused(stale, 'stale_digest')).toMatchObject({
        more: { call: { id: idOf(set), state: 'waiting' } },
      })
      ok(await s.rules('write_file', { ...change, ...text, previewDigest: await review() }))
      await s.ends('final_text')
      expect(await s.world.file(file)).toBe('B\n')
    }
  })

  test('a Call whose row was changed by hand after the approval does not run: its arguments, its tool, what it touches', async () => {
    const touches = [
      `"effectiveText" = '{"name":"evil!"}'`,
      `"effectiveTool" = 'gated_deaf'`,
      `"effectiveTool" = 'gated_deaf', tool = 'gated_deaf', "definitionHash" =
        (SELECT max(hash) FROM "Definition" WHERE text LIKE '%gated_deaf%')`,
      `preview = jsonb_set(preview, '{preconditions}', '[{"path":"a","hash":"absent"}]')`,
    ]
    const one = calls('gated_write one!')
    const stories = [await waiting(one)]
    while (stories.length < touches.length) stories.push(await waiting(one, stories[0]?.s))
    for (const [at, { s, set }] of stories.entries()) {
      s.isChecked = false
      await holds(s, 'gated_write')
      await s.world.touches(`UPDATE "Call" SET ${touches[at]} WHERE id = '${idOf(set)}'`)
    }
    await stories[0]?.s.world.passes(HOLD_MS)
    for (const { s, set } of stories) {
      await s.world.until('it waits again', async () => {
        const now = await s.callNow(idOf(set))
        return now.state === 'waiting' && now.decisions.every(decision => decision.void !== undefined)
      })
      expect(s.gates.ledger).toEqual([])
    }
  })

  test('a Call that was made approved by hand does not run, nor one that was denied, nor one of unknown outcome again', async () => {
    const approved = `state = 'approved', why = NULL, since = NULL,
      "by" = '{"type":"person","id":"owner","name":"Owner"}'`
    const effective = `"effectiveTool" = "proposedTool", "effectiveText" = "proposedText"`
    const unknown = await waiting(calls('gated_write ran'))
    await unknown.s.approves('gated_write')
    await unknown.s.gates.begins('ran')
    await unknown.s.crashesAndRestarts()
    await unknown.s.asks('gated_write', 'outcome_unknown')
    const undecided = await waiting(calls('gated_write one!'), unknown.s)
    const denied = await waiting(calls('gated_write two!', 'gated_write three!'), unknown.s)
    await denied.s.denies('gated_write two!')
    const touches: [typeof unknown, string][] = [
      [unknown, approved],
      [undecided, `${approved}, ${effective}`],
      [denied, `${approved}, ${effective}, result = NULL, "endedAt" = NULL`],
    ]
    for (const [{ s, set }, change] of touches) {
      s.isChecked = false
      await s.world.touches(`UPDATE "Call" SET ${change} WHERE id = '${idOf(set)}'`)
    }
    await unknown.s.world.passes(0)
    for (const [{ s }] of touches) await s.asks('gated_write', 'drifted')
    expect(unknown.s.gates.ledger).toEqual(['ran'])
  })
})

test('a tool that has changed since it was shown is shown anew; since it was approved makes the Call wait again; or has gone says so', async () => {
  const { s, set } = await waiting(calls('gated_write one!'))
  const later = await waiting(calls('gated_write two!'), s)
  const gone = await waiting(calls('gated_read three!'), s)
  const [shown] = set.calls
  for (const [each, tool] of [
    [later, 'gated_write'],
    [gone, 'gated_read'],
  ] as const)
    await holds(each.s, tool)
  const tools = s.gates.toolsSaying('It does something else now.').filter(({ name }) => name !== 'gated_read')
  await s.crashesAndRestarts({ tools })
  later.s.server = s.server
  gone.s.server = s.server

  const stale = refused(await s.rules('gated_write', { kind: 'approve' }), 'stale_digest')
  const fresh = await s.asks('gated_write')
  expect(stale.more.call).toMatchObject({ id: shown?.id, digest: fresh.digest })
  expect(fresh.digest).not.toBe(shown?.digest)
  expect(fresh.schema).toEqual(shown?.schema)
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['one!'])

  await s.world.passes(HOLD_MS)
  const again = await later.s.asks('gated_write', 'definition_changed')
  const missing = await gone.s.asks('gated_read', 'definition_changed')
  expect(s.gates.begun).toEqual(['one!'])
  expect(again.decisions).toMatchObject([{ kind: 'approve', void: 'definition_changed' }])
  expect(again.definitionHash).not.toBe(later.set.calls[0]?.definitionHash)
  expect(again.schema).toEqual(later.set.calls[0]?.schema)
  await later.s.approves('gated_write')
  await later.s.ends('final_text')
  expect(missing.preview?.summary).toMatch(/^Unknown tool: gated_read/)
  await gone.s.denies('gated_read')
  await gone.s.ends('final_text')
  expect(s.gates.ledger).toEqual(['one!', 'two!'])
})

describe('a file that has changed', () => {
  const writes = (path: string) => ({ name: 'write_file', arguments: { path, content: 'agent\n' } })
  const write = { calls: [writes('notes.md')] }

  test('since it was shown: the decision is stale, and the card shows it as it is, and only that of its set', async () => {
    const read = { name: 'read_file', arguments: { path: 'c.md' } }
    const { s, set } = await waiting({ calls: [writes('a.md'), writes('b.md'), read] })
    await s.world.puts('b.md', 'person\n')
    const approvals = set.calls.map(each => ruling(each, { kind: 'approve' }))
    const stale = refused(await s.rulesOn(set.id, approvals), 'stale_digest')
    expect(stale.more.call).toMatchObject({ id: idOf(set, 1) })
    const now = await Promise.all(set.calls.map(({ id }) => s.callNow(id)))
    expect(now.map(({ digest }, index) => digest === set.calls[index]?.digest)).toEqual([true, false, true])
    expect(now[1]?.preview?.diff).toMatchObject({ before: 'person\n', after: 'agent\n' })
    expect(await s.world.file('b.md')).toBe('person\n')
    refused(await s.rulesOn(set.id, approvals), 'stale_digest')
    ok(
      await s.rulesOn(
        set.id,
        now.map(each => ruling(each, { kind: 'approve' })),
      ),
    )
    await s.ends('final_text')
    expect(await s.world.file('b.md')).toBe('agent\n')
  })

  test('or not: where its tool is no longer chosen the decision is stale', async () => {
    const { s } = await waiting(write)
    await s.sets({ tools: { include: null, exclude: ['write_file'] } })
    refused(await s.rules('write_file', { kind: 'approve' }), 'stale_digest')
  })

  test('since it was decided: nothing is written, and the Call waits again with both on its card', async () => {
    const { s } = await waiting(write)
    const edited = (await waiting(write, s)).s
    await holds(s, 'write_file')
    await holds(edited, 'write_file', { kind: 'edit', arguments: { path: 'other.md', content: 'edited\n' } })
    for (const file of ['notes.md', 'other.md']) await s.world.puts(file, 'person\n')
    await s.world.passes(HOLD_MS)
    expect(await s.asks('write_file', 'drifted')).toMatchObject({
      decisions: [{ kind: 'approve', void: 'drifted' }],
      preview: { diff: { before: 'person\n', after: 'agent\n' } },
    })
    const other = await edited.asks('write_file', 'drifted')
    expect(other.effective?.arguments).toEqual({ path: 'other.md', content: 'edited\n' })
    for (const file of ['notes.md', 'other.md']) expect(await s.world.file(file)).toBe('person\n')
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('notes.md')).toBe('agent\n')
  })

  test('nor is a folder that the session was moved to meanwhile what was shown', async () => {
    const { s } = await waiting(write)
    await holds(s, 'write_file')
    await s.world.puts('sub/x', '')
    await s.sets({ workspace: 'sub' })
    await s.world.passes(HOLD_MS)
    await s.asks('write_file', 'drifted')
    expect(await s.world.files()).toEqual(['sub'])
    await s.stops()
    await s.ends('cancelled')
  })
})
