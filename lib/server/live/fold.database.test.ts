import { describe, expect, test } from 'vitest'
import { EVENTS, type Event, isEventType } from '@/lib/domain/session/event'
import { applyEvent, type SessionView } from '@/lib/domain/session/view'
import type { ReadEvent } from '@/test/http/event-reader'
import { call, type Scenario, scenario } from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'

describe('the fold over streamed events', () => {
  /** Reads along from the view as it is now, and compares with what the server reads from rows. */
  async function follow(s: Scenario): Promise<() => Promise<void>> {
    const watcher = new Watcher(s.server)
    const before = await s.view()
    const reader = await watcher.session(s.sessionId, before.seq)
    /** Whoever comes later reads from rows what this reader was told as it was committed. */
    const expectSameAgain = async (): Promise<void> => {
      const later = await watcher.session(s.sessionId, before.seq)
      const told = [...reader.facts]
      await later.until('as much', () => later.facts.length >= told.length)
      expect(later.facts.slice(0, told.length)).toEqual(told)
    }
    return async () => {
      const after = await s.view()
      await reader.until(`event ${after.seq}`, () => Number(reader.lastId ?? before.seq) >= after.seq)
      const folded = reader.facts
        .filter(event => Number(event.id) <= after.seq)
        .reduce<SessionView>((view, event) => applyEvent(view, toEvent(s.sessionId, event)), before)
      expect(plain(folded)).toEqual(plain(after))
      await expectSameAgain()
    }
  }

  test('equals the view, with approve, edit and deny in one set', async () => {
    const s = await scenario()
    const agree = await follow(s)
    const calls = [
      ...(call('write_file', { path: 'a.txt', content: 'a' }).calls ?? []),
      ...(call('edit_file', { path: 'b.txt', old: 'x', new: 'y' }).calls ?? []),
      ...(call('list_files', {}).calls ?? []),
    ]
    await s.world.puts('b.txt', 'x')
    await s.plays([{ text: 'Three at once.', calls }, { text: 'Done.' }])
    await s.waitsOn('write_file', 'edit_file', 'list_files')
    await agree()
    await s.approves('write_file')
    await agree()
    await s.edits('edit_file', { path: 'b.txt', old: 'x', new: 'z' })
    await agree()
    await s.denies('list_files', 'No need')
    await s.ends('final_text')
    await agree()
    expect((await s.results()).sort()).toEqual(['edit_file: ok', 'list_files: denied', 'write_file: ok'])
  })

  test('equals the view, with a queue and a stop', async () => {
    const s = await scenario()
    const agree = await follow(s)
    await s.plays([call('write_file', { path: 'a.txt', content: 'a' }), { text: 'Done.' }])
    await s.waitsOn('write_file')
    await s.says('Do something else afterwards.', { queueMode: 'followup' })
    await s.says('And mind the time.')
    await agree()
    await s.stops()
    await s.ends('cancelled')
    await agree()
  })
})

/** The Event that an application makes of what came. */
function toEvent(sessionId: string, { id, type, data }: ReadEvent): Event {
  if (!isEventType(type)) throw new Error(`What is ${type}?`)
  return { type, sessionId, seq: Number(id), at: String(data.at), data: EVENTS[type].parse(data) } as Event
}

/** As JSON has it: what is absent is absent. */
const plain = (view: SessionView): unknown => JSON.parse(JSON.stringify(view))
