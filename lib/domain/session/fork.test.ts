import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '@/lib/server/new-id'
import { idInFork } from '@/lib/text/fork-ids'
import { anEntry, PERSON, settledCall } from '@/test/factories'
import type { Event } from './event'
import { eventInFork, isInFork } from './fork'

describe('the ids of a fork', () => {
  test('are new UUIDs, in the same order, and lead back', () => {
    const fork = newId()
    const ids = Array.from({ length: 50 }, () => newId())
    const copies = ids.map(id => idInFork(fork, id))
    expect(copies).toEqual([...copies].sort())
    expect(copies.filter(id => ids.includes(id))).toEqual([])
    expect(copies.map(id => idInFork(fork, id))).toEqual(ids)
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (fork, id) => {
        expect(idInFork(fork, id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      }),
    )
  })
})

describe('an event in a fork', () => {
  const [fork, id, other] = [newId(), newId(), newId()]

  test('names what was copied, and who decided as before', () => {
    const decision = { id: other, kind: 'approve' as const, by: { ...PERSON, id }, at: '', digest: '' }
    const call = { ...settledCall({ id, setId: other, sessionId: 'session' }), decisions: [decision] }
    const event = {
      type: 'call.decided',
      sessionId: 'session',
      seq: 3,
      at: '',
      data: { call, kind: 'approve', by: decision.by },
    }
    expect(eventInFork(fork, event as Event)).toMatchObject({
      sessionId: fork,
      seq: 3,
      data: {
        by: { id },
        call: {
          id: idInFork(fork, id),
          setId: idInFork(fork, other),
          sessionId: fork,
          decisions: [{ id: idInFork(fork, other), by: { id } }],
        },
      },
    })
  })

  test('keeps words in which an id stands', () => {
    const entry = anEntry({ id, runId: other, text: other })
    const event = { type: 'message.added', sessionId: 'session', seq: 3, at: '', data: { entry } } as Event
    expect(eventInFork(fork, event).data).toMatchObject({
      entry: { id: idInFork(fork, id), runId: idInFork(fork, other), text: other },
    })
  })

  test.each([
    ['call.proposed', true],
    ['run.ended', true],
    ['call.decided', false],
    ['message.added', false],
    ['request.started', false],
  ])('%s goes with the one before it: %s', (type, goes) => {
    const event = { type, sessionId: 's', seq: 4, at: '', data: { unknown: true as const } }
    expect(isInFork(event, 3)).toBe(goes)
    expect(isInFork(event, 4)).toBe(true)
  })
})
