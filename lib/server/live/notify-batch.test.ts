import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BusMessage } from '@/lib/agent/process/bus'
import { createNotifyBatch } from './notify-batch'

type Sent = { origin: string; notes: BusMessage[] }

/** An outbox, and the payloads that it sends next. */
function watched() {
  const waiting: PromiseWithResolvers<string[]>[] = []
  const sent: string[][] = []
  const notifyBatch = createNotifyBatch({
    origin: 'me',
    send: payloads => {
      const next = waiting.shift()
      if (next) next.resolve(payloads)
      else sent.push(payloads)
    },
  })
  const next = async (): Promise<string[]> => {
    const ready = sent.shift()
    if (ready) return ready
    const later = Promise.withResolvers<string[]>()
    waiting.push(later)
    return later.promise
  }
  return {
    notifyBatch,
    next,
    notes: async () => (await next()).flatMap(text => (JSON.parse(text) as Sent).notes),
  }
}

const delta = (text: string, offset: number, more: { number?: number; block?: number } = {}): BusMessage => ({
  kind: 'delta',
  sessionId: 's',
  type: 'text.delta',
  data: { runId: 'r', number: 1, attempt: 1, offset, text, ...more },
})
const texts = (notes: BusMessage[]) =>
  notes.flatMap(note => (note.kind === 'delta' ? [[note.data.offset, note.data.text]] : []))

describe('notes for other processes', () => {
  test('say the same news once, and who says it', async () => {
    const { notifyBatch, next } = watched()
    for (const sessionId of ['a', 'b', 'a', 'a']) notifyBatch.add({ kind: 'wake', sessionId })
    notifyBatch.add({ kind: 'events', sessionId: 'a' })
    expect((await next()).map(text => JSON.parse(text))).toEqual([
      {
        origin: 'me',
        notes: [
          { kind: 'wake', sessionId: 'a' },
          { kind: 'wake', sessionId: 'b' },
          { kind: 'events', sessionId: 'a' },
        ],
      },
    ])
  })

  test('tell each failure, though several of a session came at once', async () => {
    const { notifyBatch, notes } = watched()
    const failures = ['scripted', 'mcp:desk'].map(
      provider =>
        ({ kind: 'failure', sessionId: 's', provider, at: '2026-01-01T00:00:00.000Z', text: '' }) as const,
    )
    for (const failure of failures) notifyBatch.add(failure)
    expect(await notes()).toEqual(failures)
  })

  test('join the text of a stream, each stream for itself', async () => {
    const { notifyBatch, notes } = watched()
    notifyBatch.add(delta('ab', 0))
    notifyBatch.add(delta('x', 7, { number: 2 }))
    notifyBatch.add(delta('cd', 2))
    expect(texts(await notes())).toEqual([
      [0, 'abcd'],
      [7, 'x'],
    ])
  })

  test('keep blocks apart, and whole', async () => {
    const { notifyBatch, notes } = watched()
    const blocks = ['字'.repeat(1_200), 'b'.repeat(900), 'End.']
    const begins = [0, 1_200, 2_100]
    for (const [at, text] of blocks.entries()) {
      const block = begins[at] ?? 0
      notifyBatch.add(delta(text, block, { block }))
    }
    const told = await notes()
    expect(texts(told)).toEqual(blocks.map((text, at) => [begins[at], text]))
    expect(told.map(note => BusMessage.parse(note))).toMatchObject(begins.map(block => ({ data: { block } })))
  })

  test('do not join over a gap', async () => {
    const { notifyBatch, notes } = watched()
    notifyBatch.add(delta('ab', 0))
    notifyBatch.add(delta('xy', 9))
    expect(texts(await notes())).toEqual([[0, 'ab']])
    expect(texts(await notes())).toEqual([[9, 'xy']])
  })

  test('do not wait for text when there is news', async () => {
    const { notifyBatch, notes } = watched()
    notifyBatch.add(delta('ab', 0))
    notifyBatch.add({ kind: 'wake', sessionId: 's' })
    expect((await notes()).map(note => note.kind)).toEqual(['wake', 'delta'])
  })

  test('fit into what NOTIFY takes, and lose nothing, whatever the text is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(60), async (text, times) => {
        const { notifyBatch, next } = watched()
        const long = text.repeat(times)
        notifyBatch.add(delta(long, 5))
        notifyBatch.add({ kind: 'events', sessionId: 's' })
        const payloads = await next()
        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
        const pieces = texts(payloads.flatMap(payload => (JSON.parse(payload) as Sent).notes))
        expect(pieces.map(([, piece]) => piece).join('')).toBe(long)
        let offset = 5
        for (const [at, piece] of pieces) {
          expect(at).toBe(offset)
          offset += String(piece).length
        }
      }),
      { numRuns: 50 },
    )
  })
})
