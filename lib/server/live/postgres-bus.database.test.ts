import { expect, onTestFinished, test } from 'vitest'
import type { BusMessage } from '@/lib/agent/process/bus'
import { asAdmin } from '@/test/database/admin-database'
import { createTestDatabase } from '@/test/database/database'
import { openPostgresBus } from './postgres-bus'

/** Two processes on one database, and what the second one hears. */
async function two() {
  const database = await createTestDatabase()
  const log = (message: string, error: unknown) => void failures.push(`${message}: ${error}`)
  const failures: string[] = []
  const open = (origin: string) => openPostgresBus({ url: database.url, origin, log })
  const [one, other] = [await open('one'), await open('other')]
  onTestFinished(async () => {
    await one.close()
    await other.close()
    await database.drop()
  })
  const received: BusMessage[] = []
  other.subscribe(note => received.push(note))
  return { url: database.url, one, other, received, failures }
}

const piece = (n: number): BusMessage => ({
  kind: 'delta',
  sessionId: 's',
  type: 'call.output.delta',
  data: { callId: 'c', offset: n * 10, text: `${n}` },
})

test('notes that cannot wait for one another arrive in their order, one statement at a time', async () => {
  const { one, other, received, failures } = await two()
  const warnings: string[] = []
  const warned = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', warned)
  onTestFinished(() => void process.off('warning', warned))
  const last = Promise.withResolvers<void>()
  other.subscribe(note => note.kind === 'wake' && last.resolve())
  const notes = Array.from({ length: 50 }, (_, n) => piece(n))
  for (const note of notes) one.publish(note)
  one.publish({ kind: 'wake', sessionId: 's' })
  await last.promise
  const texts = (all: BusMessage[]) => all.flatMap(note => (note.kind === 'delta' ? [note.data.text] : []))
  expect(texts(received)).toEqual(texts(notes))
  expect([...warnings, ...failures]).toEqual([])
})

test('a note of a kind that only newer processes know keeps nobody from the ones beside it', async () => {
  const { url, other, received, failures } = await two()
  const woken = Promise.withResolvers<void>()
  other.subscribe((_note, _facts, isOwn) => isOwn || woken.resolve())
  const notes = [{ kind: 'mood', sessionId: 's', mood: 'good' }, { kind: 'wake', sessionId: 's' }, 'so']
  await asAdmin(url, `SELECT pg_notify('countersign', '${JSON.stringify({ origin: 'newer', notes })}')`)
  await woken.promise
  expect(received).toEqual([{ kind: 'wake', sessionId: 's' }])
  expect(failures).toEqual([])
})
