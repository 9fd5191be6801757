// @module-tag invariant
import { describe, expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import { previewCall } from '@/lib/run/queries/preview-call'
import {
  call,
  calls,
  ok,
  refused,
  ruling,
  type Scenario,
  type Scripted,
  scenario,
} from '@/lib/testing/world/scenario'

const done: Scripted = { text: 'Done.' }

/** The set waits, and only a process that runs no loop is there: what is decided now stays decided. */
async function nobodyRuns(...turns: Scripted[]): Promise<Scenario> {
  const s = await scenario()
  await s.plays([...turns, done])
  const tools = (turns[0]?.calls ?? []).map(each => each.name)
  await s.waitsOn(...tools)
  await s.crashesAndRestarts({ role: 'web' })
  return s
}

async function somebodyRuns(s: Scenario): Promise<void> {
  s.server = await s.world.startServer()
  await s.world.passes(0)
}

const idOf = (s: { calls: Call[] } | undefined, index = 0): string => s?.calls[index]?.id ?? ''

describe('what runs is what was decided, to the byte', () => {
  test('an edit runs as it was written, spaces and numbers included', async () => {
    const s = await nobodyRuns(call('gated_write', { name: 'one!' }))
    const set = (await s.view()).pendingSet
    const argumentsText = '{ "name" :\t"two!" }'
    ok(await s.rules('gated_write', { kind: 'edit', argumentsText }))
    await somebodyRuns(s)
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['two!'])
    expect(await s.callNow(idOf(set))).toMatchObject({
      proposed: { argumentsText: '{"name":"one!"}' },
      effective: { argumentsText, arguments: { name: 'two!' } },
      decisions: [{ kind: 'edit', argumentsText }],
    })
  })

  test.each([
    ['an edit', { kind: 'edit' as const }],
    ['a replacement', { kind: 'replace' as const, tool: 'write_file' }],
  ])('%s is refused where it would no longer do what was reviewed', async (_, change) => {
    const s = await scenario()
    await s.plays([call('write_file', { path: 'a.txt', content: 'A\n' }), done])
    const { calls: [waiting] = [] } = await s.waitsOn('write_file')
    const text = { argumentsText: '{"path":"b.txt","content":"B\\n"}' }
    const review = () => previewCall(s.deps, { callId: waiting?.id ?? '', ...text })
    const { digest: previewDigest } = ok(await review())
    await s.world.puts('b.txt', 'somebody’s\n')
    const refusal = refused(
      await s.rules('write_file', { ...change, ...text, previewDigest }),
      'stale_digest',
    )
    expect(refusal).toMatchObject({ more: { call: { id: waiting?.id, state: 'waiting' } } })
    const again = ok(await review())
    ok(await s.rules('write_file', { ...change, ...text, previewDigest: again.digest }))
    await s.ends('final_text')
    expect(await s.world.file('b.txt')).toBe('B\n')
  })

  const touches: [string, (id: string) => string][] = [
    ['its arguments', id => `UPDATE "Call" SET "effectiveText" = '{"name":"evil!"}' WHERE id = '${id}'`],
    ['its tool', id => `UPDATE "Call" SET "effectiveTool" = 'gated_deaf' WHERE id = '${id}'`],
    [
      'its tool and everything that goes with it',
      id => `UPDATE "Call" SET "effectiveTool" = 'gated_deaf', tool = 'gated_deaf', "definitionHash" =
        (SELECT max(hash) FROM "Definition" WHERE text LIKE '%gated_deaf%') WHERE id = '${id}'`,
    ],
    [
      'what it was shown to touch',
      id => `UPDATE "Call" SET preview = jsonb_set(preview, '{preconditions}', '[{"path":"a","hash":"absent"}]')
        WHERE id = '${id}'`,
    ],
  ]

  test.each(touches)(
    'a Call whose row was changed by hand after the approval does not run: %s',
    async (...[, touch]) => {
      const s = await nobodyRuns(calls('gated_write one!', 'gated_deaf two!'))
      const set = (await s.view()).pendingSet
      await s.denies('gated_deaf')
      await s.approves('gated_write')
      await s.world.touches(touch(idOf(set)))
      s.isChecked = false
      await somebodyRuns(s)
      await s.world.until('it waits again', async () => {
        const now = await s.callNow(idOf(set))
        return now.state === 'waiting' && now.decisions.every(decision => decision.void !== undefined)
      })
      expect(s.gates.ledger).toEqual([])
    },
  )

  test('a Call that was made approved by hand does not run', async () => {
    const s = await nobodyRuns(calls('gated_write one!'))
    const set = (await s.view()).pendingSet
    await s.world.touches(`UPDATE "Call" SET state = 'approved', why = NULL, since = NULL,
      "effectiveTool" = "proposedTool", "effectiveText" = "proposedText",
      "by" = '{"type":"person","id":"owner","name":"Owner"}' WHERE id = '${idOf(set)}'`)
    s.isChecked = false
    await somebodyRuns(s)
    await s.asks('gated_write', 'drifted')
    expect(s.gates.ledger).toEqual([])
  })

  test('a Call of unknown outcome that was made approved by hand does not run again', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write one'), done])
    const set = await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.gates.begins('one')
    await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    await s.crashesAndRestarts({ role: 'web' })
    await s.world.touches(`UPDATE "Call" SET state = 'approved', why = NULL, since = NULL,
      "by" = '{"type":"person","id":"owner","name":"Owner"}' WHERE id = '${idOf(set)}'`)
    s.isChecked = false
    await somebodyRuns(s)
    await s.asks('gated_write', 'drifted')
    expect(s.gates.ledger).toEqual(['one'])
  })

  test('a denied Call that was made approved by hand does not run', async () => {
    const s = await nobodyRuns(calls('gated_write one!', 'gated_write two!'))
    const set = (await s.view()).pendingSet
    await s.denies('gated_write one!')
    await s.world.touches(`UPDATE "Call" SET state = 'approved', result = NULL, "endedAt" = NULL,
      "effectiveTool" = "proposedTool", "effectiveText" = "proposedText",
      "by" = '{"type":"person","id":"owner","name":"Owner"}' WHERE id = '${idOf(set)}'`)
    s.isChecked = false
    await somebodyRuns(s)
    await s.asks('gated_write', 'drifted')
    expect(s.gates.ledger).toEqual([])
  })
})

describe('a tool that has changed', () => {
  test('since it was shown is shown anew before anything is decided', async () => {
    const s = await nobodyRuns(calls('gated_write one!'))
    const shown = await s.asks('gated_write')
    const tools = s.gates.toolsSaying('It does something else now.')
    await s.crashesAndRestarts({ tools })
    const stale = refused(await s.rules('gated_write', { kind: 'approve' }), 'stale_digest')
    const fresh = await s.asks('gated_write')
    expect(stale.more.call).toMatchObject({ id: shown.id, digest: fresh.digest })
    expect(fresh.digest).not.toBe(shown.digest)
    expect(fresh.schema).toEqual(shown.schema)
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['one!'])
  })

  test('since it was approved makes the Call wait again, as that', async () => {
    const s = await nobodyRuns(calls('gated_write one!'))
    const shown = await s.asks('gated_write')
    await s.approves('gated_write')
    s.server = await s.world.startServer({ tools: s.gates.toolsSaying('It does something else now.') })
    const again = await s.asks('gated_write', 'definition_changed')
    expect(s.gates.ledger).toEqual([])
    expect(again.decisions).toMatchObject([{ kind: 'approve', void: 'definition_changed' }])
    expect(again.definitionHash).not.toBe(shown.definitionHash)
    expect(again.schema).toEqual(shown.schema)
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['one!'])
  })

  test('or has gone leaves a card that says so, and can be denied', async () => {
    const s = await nobodyRuns(calls('gated_write one!'))
    await s.approves('gated_write')
    s.server = await s.world.startServer({ tools: [] })
    const again = await s.asks('gated_write', 'definition_changed')
    expect(again.preview?.summary).toMatch(/^Unknown tool: gated_write/)
    await s.denies('gated_write')
    await s.ends('final_text')
  })
})

describe('a file that has changed', () => {
  const write = call('write_file', { path: 'notes.md', content: 'agent\n' })

  test('since it was shown: the decision is stale, and the card shows it as it is', async () => {
    const s = await scenario()
    await s.plays([write, done])
    const shown = await s.waitsOn('write_file')
    await s.world.puts('notes.md', 'person\n')
    refused(await s.rules('write_file', { kind: 'approve' }), 'stale_digest')
    const fresh = await s.asks('write_file')
    expect(fresh.preview?.diff).toMatchObject({ before: 'person\n', after: 'agent\n' })
    expect(await s.world.file('notes.md')).toBe('person\n')
    const old = shown.calls[0]
    if (old) refused(await s.rulesOn(shown.id, [ruling(old, { kind: 'approve' })]), 'stale_digest')
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('notes.md')).toBe('agent\n')
  })

  test('is the one that is shown anew of a set in which others have not', async () => {
    const s = await scenario()
    const writes = (path: string) => ({ name: 'write_file', arguments: { path, content: 'agent\n' } })
    const read = { name: 'read_file', arguments: { path: 'c.md' } }
    await s.plays([{ calls: [writes('a.md'), writes('b.md'), read] }, done])
    const set = await s.waitsOn('write_file', 'write_file', 'read_file')
    await s.world.puts('b.md', 'person\n')
    const approvals = set.calls.map(each => ruling(each, { kind: 'approve' }))
    const stale = refused(await s.rulesOn(set.id, approvals), 'stale_digest')
    expect(stale.more.call).toMatchObject({ id: set.calls[1]?.id })
    const now = await Promise.all(set.calls.map(({ id }) => s.callNow(id)))
    expect(now.map(({ digest }, index) => digest === set.calls[index]?.digest)).toEqual([true, false, true])
  })

  test('or not: where its tool is no longer chosen the decision is stale', async () => {
    const s = await scenario()
    await s.plays([write, done])
    await s.waitsOn('write_file')
    await s.sets({ tools: { include: null, exclude: ['write_file'] } })
    refused(await s.rules('write_file', { kind: 'approve' }), 'stale_digest')
  })

  test('since it was decided: nothing is written, and the Call waits again with both on its card', async () => {
    const s = await nobodyRuns(write)
    await s.approves('write_file')
    await s.world.puts('notes.md', 'person\n')
    await somebodyRuns(s)
    const again = await s.asks('write_file', 'drifted')
    expect(await s.world.file('notes.md')).toBe('person\n')
    expect(again).toMatchObject({
      decisions: [{ kind: 'approve', void: 'drifted' }],
      preview: { diff: { before: 'person\n', after: 'agent\n' } },
    })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('notes.md')).toBe('agent\n')
  })

  test('is no reason to run what was edited against another content', async () => {
    const s = await nobodyRuns(write)
    await s.edits('write_file', { path: 'other.md', content: 'edited\n' })
    await s.world.puts('other.md', 'person\n')
    await somebodyRuns(s)
    const again = await s.asks('write_file', 'drifted')
    expect(again.effective?.arguments).toEqual({ path: 'other.md', content: 'edited\n' })
    expect(await s.world.file('other.md')).toBe('person\n')
    await s.denies('write_file')
    await s.ends('final_text')
  })

  test('nor is a folder that the session was moved to meanwhile', async () => {
    const s = await nobodyRuns(write)
    await s.approves('write_file')
    await s.world.puts('sub/x', '')
    await s.sets({ workspace: 'sub' })
    await somebodyRuns(s)
    await s.asks('write_file', 'drifted')
    expect(await s.world.files()).toEqual(['sub'])
    await s.stops()
    await s.ends('cancelled')
  })
})
