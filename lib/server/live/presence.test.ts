import { expect, onTestFinished, test, vi } from 'vitest'
import { createLocalBus } from '@/lib/agent/process/bus'
import { Presence } from './presence'
import { openSseConnection } from './sse-connection'

const [ann, bob] = ['Ann', 'Bob'].map(name => ({ id: name.toLowerCase(), name })) as [Author, Author]
type Author = { id: string; name: string }

test('people are told who else has a session open, until these leave or their process falls silent', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const bus = createLocalBus(error => expect.unreachable(String(error)))
  const start = () => {
    const presence = new Presence(bus)
    const unsubscribe = bus.subscribe(note => note.kind === 'presence' && presence.receive(note))
    return { presence, unsubscribe }
  }
  const [one, other] = [start(), start()]
  const joins = ({ presence }: ReturnType<typeof start>, person: Author, sessionId = 's') => {
    const connection = openSseConnection()
    const names: string[] = []
    const push = (bytes: Uint8Array): void => {
      const { people } = JSON.parse(/data: (.*)/.exec(new TextDecoder().decode(bytes))?.[1] ?? '')
      names.push(people.map(({ name }: Author) => name).join())
    }
    presence.join({ sessionId, person, connection: { ...connection, push }, last: '[]' })
    return { names, close: connection.close }
  }
  const first = joins(one, ann)
  joins(one, ann)
  joins(other, bob, 'another')
  expect(first.names).toEqual([])
  const here = joins(other, bob)
  expect([first.names, here.names]).toEqual([['Bob'], ['Ann']])
  // Whoever comes back at once has not left.
  here.close()
  const back = joins(other, bob)
  vi.advanceTimersByTime(5_000)
  expect(first.names).toEqual(['Bob'])
  back.close()
  vi.advanceTimersByTime(5_000)
  expect(first.names).toEqual(['Bob', ''])
  joins(other, bob)
  other.unsubscribe()
  vi.advanceTimersByTime(50_000)
  one.presence.beat()
  expect(first.names).toEqual(['Bob', '', 'Bob', ''])
})
