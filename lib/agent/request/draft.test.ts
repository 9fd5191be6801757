import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Blocks } from '@/lib/domain/session/session'
import type { Database } from '@/lib/store/connection/database'
import { type BusMessage, createLocalBus } from '../process/bus'
import { Redaction } from '../process/redaction'
import { ReplyDraft } from './draft'

const redaction = new Redaction([], '42'.repeat(32))
/** Asked for nothing, as long as nothing is secret. */
const db = {} as Database

/** A draft that numbers its Calls, and what it tells. */
function watched(blocks?: Blocks) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const bus = createLocalBus(error => {
    throw error
  })
  const notes: BusMessage[] = []
  bus.subscribe(note => notes.push(note))
  let count = 0
  const newId = (): string => `call ${++count}`
  const draft = new ReplyDraft(
    { bus, newId, db, redaction },
    { sessionId: 's', runId: 'r', number: 3, attempt: 2, ...(blocks ? { blocks } : {}) },
  )
  const told = () => notes.flatMap(note => (note.kind === 'delta' ? [note] : []))
  return { bus, draft, notes, told }
}

const call = (id: string, tool: string) => ({ kind: 'call', id, tool }) as const
const args = (id: string, text: string) => ({ kind: 'arguments', id, text }) as const
const proposed = (id: string) => ({ id, tool: '', argumentsText: '' })

const text = (text: string) => ({ kind: 'text', text }) as const

test('a Call is told by its name at once, then by the text of its arguments, under the id that it will have', () => {
  const { draft, told } = watched()
  for (const delta of [call('x', 'read'), args('x', '{'), args('x', '"a')]) draft.add(delta)
  vi.advanceTimersByTime(50)
  draft.add(args('x', '":1}'))
  draft.close()
  const about = { callId: 'call 1', tool: 'read', runId: 'r', number: 3, attempt: 2 }
  expect(told()).toEqual(
    [
      { offset: 0, text: '' },
      { offset: 0, text: '{"a' },
      { offset: 3, text: '":1}' },
    ].map(piece => ({
      kind: 'delta',
      sessionId: 's',
      type: 'call.arguments.delta',
      data: { ...about, ...piece },
    })),
  )
  expect(draft.idsOf([proposed('unseen'), proposed('x')])).toEqual(['call 2', 'call 1'])
})

test('Calls that come at the same time, or by the same name, are kept apart', () => {
  const { draft, told } = watched()
  const deltas = [
    ...[call('a', 'one'), call('b', 'two'), args('b', 'B'), args('a', 'A')],
    ...[call('a', 'three'), args('a', 'C'), args('c', 'of nobody')],
  ]
  for (const delta of deltas) draft.add(delta)
  draft.close()
  const texts = told().flatMap(({ data }) =>
    'callId' in data && data.text ? [`${data.callId}: ${data.text}`] : [],
  )
  expect(texts).toEqual(['call 1: A', 'call 2: B', 'call 3: C'])
  expect(draft.idsOf(['a', 'b', 'a', 'a'].map(proposed))).toEqual(['call 1', 'call 2', 'call 3', 'call 4'])
})

test('what comes after a silence is told at once, what comes within 50 ms of it together, and the rest at the end', () => {
  const { draft, told } = watched()
  const texts = () => told().map(({ data }) => [data.offset, data.text])
  draft.add(text('a'))
  expect(texts()).toEqual([[0, 'a']])
  for (const piece of ['b', 'c']) draft.add(text(piece))
  vi.advanceTimersByTime(49)
  expect(texts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  draft.add(text('d'))
  expect(texts().slice(1)).toEqual([[1, 'bc']])
  vi.advanceTimersByTime(100)
  draft.add(text('e'))
  expect(texts().slice(2)).toEqual([
    [3, 'd'],
    [4, 'e'],
  ])
  draft.add(text('f'))
  draft.close()
  expect(texts().slice(4)).toEqual([[5, 'f']])
  expect(vi.getTimerCount()).toBe(0)
})

test('who comes in the middle is told all of it, and how far it has come', () => {
  const { bus, draft, notes, told } = watched()
  expect(notes).toEqual([
    {
      kind: 'progress',
      sessionId: 's',
      data: {
        runId: 'r',
        number: 3,
        attempt: 2,
        chars: { text: 0, reasoning: 0, arguments: 0 },
      },
    },
  ])
  draft.add({ kind: 'reasoning', text: 'Hm.' })
  for (const text of ['Hel', 'lo']) draft.add({ kind: 'text', text })
  for (const delta of [call('x', 'read'.repeat(100)), args('x', '{'), args('x', '}')]) draft.add(delta)
  notes.length = 0
  bus.publish({ kind: 'draft', sessionId: 'another' })
  expect(told()).toEqual([])
  bus.publish({ kind: 'draft', sessionId: 's' })
  expect(told().map(({ data }) => [data.offset, data.text])).toEqual([
    [0, 'Hm.'],
    [0, 'Hello'],
    [0, '{}'],
  ])
  expect(told().at(-1)?.data).toMatchObject({ tool: `${'read'.repeat(25)}…` })
  expect(notes.at(-1)).toMatchObject({
    kind: 'progress',
    data: { firstTokenAt: draft.firstTokenAt, chars: { text: 5, reasoning: 3, arguments: 2 } },
  })
  draft.close()
  notes.length = 0
  bus.publish({ kind: 'draft', sessionId: 's' })
  expect(told()).toEqual([])
})

describe('words in blocks', () => {
  const sentence = 'Nothing is as quiet as a page that waits. '
  const paragraph = `${sentence.repeat(20)}\n\n`
  const pieces = ({ told }: ReturnType<typeof watched>) =>
    told().map(({ data }) => ['block' in data ? data.block : undefined, data.offset, data.text])

  test('are told by the paragraph, and the rest at the end', () => {
    const page = watched('text_end')
    for (let at = 0; at < 3; at += 1) for (const char of paragraph) page.draft.add(text(char))
    vi.advanceTimersByTime(50)
    page.draft.add(text('End.'))
    const whole = [0, 1, 2].map(n => [n * paragraph.length, n * paragraph.length, paragraph])
    expect(pieces(page)).toEqual(whole)
    page.draft.close()
    expect(pieces(page)).toEqual([...whole, [3 * paragraph.length, 3 * paragraph.length, 'End.']])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('are told after a second of silence', () => {
    const page = watched('text_end')
    page.draft.add(text('Hello '))
    vi.advanceTimersByTime(900)
    page.draft.add(text('world'))
    vi.advanceTimersByTime(999)
    expect(pieces(page)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(pieces(page)).toEqual([[0, 0, 'Hello world']])
    page.draft.close()
    expect(pieces(page)).toHaveLength(1)
  })

  test('are told where something else follows: thoughts before words, words before a Call', () => {
    const page = watched('text_end')
    page.draft.add({ kind: 'reasoning', text: 'Hm.' })
    page.draft.add(text(''))
    page.draft.add({ kind: 'reasoning', text: ' So.' })
    page.draft.add(text('I look.'))
    page.draft.add(call('x', 'read'))
    vi.advanceTimersByTime(50)
    expect(pieces(page)).toEqual([
      [0, 0, 'Hm. So.'],
      [0, 0, 'I look.'],
      [undefined, 0, ''],
    ])
    page.draft.close()
  })

  test('are told when the message is over, where that is wanted', () => {
    const page = watched('message_end')
    for (const char of `${paragraph}End.`) page.draft.add(text(char))
    page.draft.add(call('x', 'read'))
    vi.advanceTimersByTime(5_000)
    expect(pieces(page)).toEqual([[undefined, 0, '']])
    page.draft.close()
    expect(pieces(page).slice(1)).toEqual([
      [0, 0, paragraph],
      [paragraph.length, paragraph.length, 'End.'],
    ])
  })

  test('are told anew by block to who comes in the middle', () => {
    const page = watched('text_end')
    page.draft.add(text(`${paragraph}${paragraph}and`))
    const before = pieces(page)
    expect(before).toHaveLength(2)
    page.bus.publish({ kind: 'draft', sessionId: 's' })
    expect(pieces(page).slice(2)).toEqual(before)
    page.draft.close()
  })
})
