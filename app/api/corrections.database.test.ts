import { expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import type { Correction } from '@/lib/domain/call/correction'
import { anotherStory, type HttpStory, httpStory } from '@/test/http/http-story'
import { calls } from '@/test/world/scenario'

const list = (s: HttpStory, query = {}) => s.does('listCorrections', { query })

/** A person rules about each Call of a set, and the Run ends. */
async function ruled(s: HttpStory, rulings: Record<string, unknown>[]): Promise<CallSet> {
  const names = rulings.map((_, n) => `gated_write ${n}!`)
  const { runId } = await s.plays([calls(...names), { text: 'Done.' }])
  const set = await s.waits()
  await s.decides(set, rulings)
  await s.ends(runId)
  return set
}

test('what people changed and why is told with what was proposed, and nothing else is', async () => {
  const s = await httpStory({ title: 'Many changes' })
  const set = await ruled(s, [
    { kind: 'approve' },
    { kind: 'edit', argumentsText: '{ "name":"edited!" }' },
    { kind: 'replace', tool: 'gated_read', arguments: { name: 'r!' } },
    { kind: 'deny', reason: 'Not that one.' },
    { kind: 'deny' },
    { kind: 'answer', result: { done: true } },
  ])
  const { items, nextCursor } = await list(s)
  expect(nextCursor).toBeNull()
  const place = { sessionId: s.sessionId, sessionTitle: 'Many changes', runId: set.runId, setId: set.id }
  const by = { type: 'person', id: 'owner', name: 'Owner' }
  const edited = {
    argumentsText: '{ "name":"edited!" }',
    arguments: { name: 'edited!' },
  }
  const replaced = { tool: 'gated_read', arguments: { name: 'r!' } }
  const told: [number, Correction['kind'], string, object][] = [
    [1, 'edit', 'Changed gated_write: name from "1!" to "edited!".', edited],
    [2, 'replace', 'Ran gated_read in the place of gated_write.', replaced],
    [3, 'deny', 'Denied gated_write: Not that one.', { reason: 'Not that one.' }],
    [5, 'answer', 'Answered in the place of gated_write.', { result: { done: true } }],
  ]
  expect(items).toMatchObject(
    told.toReversed().map(([n, kind, text, decided]) => ({
      ...place,
      callId: set.calls[n]?.id,
      kind,
      text,
      by,
      decided,
      proposed: { tool: 'gated_write', argumentsText: `{"name":"${n}!"}`, arguments: { name: `${n}!` } },
    })),
  )
  expect(items).toHaveLength(told.length)
  expect(items.map(item => Object.keys(item.decided).sort())).toEqual([
    ['result'],
    ['reason'],
    ['arguments', 'argumentsText', 'tool'],
    ['arguments', 'argumentsText'],
  ])
})

test('what was taken back says so, and what was made of it then stands beside it', async () => {
  const s = await httpStory()
  await s.plays([calls('gated_write a!'), { text: 'Done.' }])
  const set = await s.waits()
  const edit = (name: string, holdMs: number) =>
    s.decides(set, [{ kind: 'edit', arguments: { name } }], { holdMs })
  await edit('b!', 30_000)
  await s.does('undo', { at: set.calls[0]?.id ?? '' })
  await edit('c!', 0)
  const { items } = await list(s)
  expect(items.map(item => [item.decided.arguments, item.void])).toEqual([
    [{ name: 'c!' }, undefined],
    [{ name: 'b!' }, 'undone'],
  ])
})

test('they come newest first, page by page without gap or repeat, of all sessions or of one', async () => {
  const one = await httpStory({ title: 'One' })
  const other = await anotherStory(one, { title: 'Other' })
  for (const s of [one, other, one]) {
    await ruled(s, [
      { kind: 'deny', reason: 'a' },
      { kind: 'deny', reason: 'b' },
    ])
  }
  const { items } = await list(one)
  expect(items.map(item => item.sessionTitle)).toEqual(['One', 'One', 'Other', 'Other', 'One', 'One'])
  const found: Correction[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list(one, { limit: '1', ...(cursor && { cursor }) })
    found.push(...page.items)
    cursor = page.nextCursor
  }
  expect(found).toEqual(items)
  expect((await list(one, { sessionId: other.sessionId })).items).toEqual(items.slice(2, 4))
  await one.does('deleteSession')
  expect((await list(other)).items).toEqual(items.slice(2, 4))
})
