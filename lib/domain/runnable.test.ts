import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeRun,
  approvedCall,
  at,
  NOW,
  OK,
  PERSON,
  settledCall,
  someWork,
  waitingCall,
} from '@/test/factories'
import type { Call } from './call/call'
import { blockers, isOpen } from './call/call-state'
import { approved, executing, settled } from './call/transitions'
import { nextStep, runnable } from './run/next-step'

const read = { readOnly: true }
const indexes = (calls: Call[]): number[] => calls.map(call => call.index)
const runs = (...calls: Call[]): number[] => indexes(runnable({ calls }, NOW))

describe('a set', () => {
  test('runs its reads side by side', () => {
    expect(runs(approvedCall({ index: 0, ...read }), approvedCall({ index: 1, ...read }))).toEqual([0, 1])
  })

  test('holds a write back until every earlier Call is settled', () => {
    const write = approvedCall({ index: 1 })
    expect(runs(waitingCall({ index: 0, ...read }), write)).toEqual([])
    expect(runs(executing(approvedCall({ index: 0, ...read }), 1, NOW), write)).toEqual([])
    expect(runs(settledCall({ index: 0, ...read }), write)).toEqual([1])
  })

  test('lets a read pass earlier reads, and no earlier write', () => {
    const later = approvedCall({ index: 1, ...read })
    expect(runs(waitingCall({ index: 0, ...read }), later)).toEqual([1])
    expect(runs(waitingCall({ index: 0 }), later)).toEqual([])
    expect(runs(approvedCall({ index: 0, startsAt: at(1) }), later)).toEqual([])
  })

  test('is not held up by what comes later', () => {
    expect(runs(approvedCall({ index: 0 }), waitingCall({ index: 1 }))).toEqual([0])
  })

  test('tells a Call whom it waits for', () => {
    const set = [
      settledCall({ index: 0 }),
      waitingCall({ index: 1, ...read }),
      waitingCall({ index: 2 }),
      approvedCall({ index: 3, ...read }),
    ]
    expect(set.map(call => indexes(blockers(call, set)))).toEqual([[], [], [1], [2]])
  })
})

type Act = { kind: 'decide' | 'end'; pick: number }

/** Plays a set: people decide, Activities end, and whatever may run begins at once. */
function play(readOnly: boolean[], acts: Act[], look: (before: Call[], begun: Call[]) => void): Call[] {
  let calls: Call[] = readOnly.map((isRead, index) => waitingCall({ index, readOnly: isRead }))
  const put = (call: Call): void => {
    calls = calls.map(other => (other.index === call.index ? call : other))
  }
  const begin = (): void => {
    const begun = runnable({ calls }, NOW)
    look(calls, begun)
    for (const call of begun) put(executing(call, 1, NOW))
  }
  const act = ({ kind, pick }: Act): void => {
    const state = kind === 'decide' ? 'waiting' : 'executing'
    const able = calls.filter(call => call.state === state)
    const call = able[pick % Math.max(1, able.length)]
    if (call && kind === 'end') put(settled(call, OK, NOW))
    // Every third decision is a denial: the Call is settled at once, and nothing has run.
    else if (call && pick % 3 === 0) put(settled(call, { ...OK, kind: 'denied' }, NOW))
    else if (call) put(approved(call, PERSON, { effective: call.proposed }))
    begin()
  }
  for (const each of acts) act(each)
  for (const kind of [...calls.map(() => 'decide' as const), ...calls.map(() => 'end' as const)])
    act({ kind, pick: 1 })
  return calls
}

const anyAct = fc.record({ kind: fc.constantFrom<Act['kind']>('decide', 'end'), pick: fc.nat(20) })
const anySet = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 })
const anyActs = fc.array(anyAct, { maxLength: 30 })

describe('however a set is decided, in whatever order and parts,', () => {
  test('nothing overtakes a write that is open, and a write overtakes nothing', () => {
    fc.assert(
      fc.property(anySet, anyActs, (set, acts) => {
        play(set, acts, (before, begun) => {
          for (const call of begun) {
            const earlier = before.filter(other => other.index < call.index && isOpen(other))
            expect(earlier.filter(other => !other.readOnly || !call.readOnly)).toEqual([])
          }
        })
      }),
    )
  })

  test('it ends with every Call settled, and only then asks the model again', () => {
    fc.assert(
      fc.property(anySet, anyActs, (set, acts) => {
        const calls = play(set, acts, before => {
          if (!before.some(isOpen)) return
          expect(nextStep(someWork(activeRun({ calls: before })), NOW).do).toMatch(/^(execute|wait)$/)
        })
        expect(calls.filter(isOpen)).toEqual([])
        expect(nextStep(someWork(activeRun({ calls })), NOW).do).toBe('request')
      }),
    )
  })

  test('effects of writes come in the order of the model, and no two Calls but reads run at once', () => {
    fc.assert(
      fc.property(anySet, anyActs, (set, acts) => {
        const effects: number[] = []
        play(set, acts, (before, begun) => {
          effects.push(...indexes(begun.filter(call => !call.readOnly)))
          const running = [...before.filter(call => call.state === 'executing'), ...begun]
          if (running.some(call => !call.readOnly)) expect(running).toHaveLength(1)
        })
        expect(effects).toEqual([...effects].sort((a, b) => a - b))
      }),
    )
  })
})
