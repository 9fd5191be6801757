import { describe, expect, test } from 'vitest'
import {
  activeRun,
  approvedCall,
  at,
  executingCall,
  NOW,
  settledCall,
  someWork,
  waitingCall,
} from '@/test/factories'
import { table } from '@/test/table'
import type { Call } from '../call/call'
import { DEFAULT_LIMITS } from './limits'
import { type ActiveRun, deadlineOf, nextStep, type Step, type UserSet } from './next-step'
import { orphansIn } from './orphan'

/** The step in one line: what is done, and with what. */
function sentence(step: Step): string {
  switch (step.do) {
    case 'withdraw':
    case 'recover':
    case 'drop':
    case 'expire':
    case 'execute':
    case 'hold':
      return `${step.do} ${step.calls.map(call => call.index).join(' and ')}`
    case 'finish':
      return `finish ${step.outcome.stopReason}`
    case 'wait':
      return `wait for ${step.for} until ${step.until ?? 'somebody acts'}`
    case 'compact':
      return step.do
    case 'request':
      return `request with tools ${step.tools}`
    default:
      return step satisfies never
  }
}

const stop = { reason: 'cancelled', by: 'owner', at: NOW } as const
const interrupted = { reason: 'interrupted', by: 'owner', at: NOW } as const
const late = at(-901)
const lost = executingCall({ epoch: 7 })
const here = executingCall()
const overdue = waitingCall({ index: 2, expiresAt: NOW })
const broken = { stopReason: 'error', error: 'The provider is down.' } as const
const done = { tool: 'task_complete', argumentsText: '{}', arguments: {} }
const complete = { ...settledCall({ index: 1 }), effective: done }
const FAILED = { kind: 'error', text: 'Broken.', isError: true } as const
const OPEN = { number: 2, purpose: 'loop', failures: 1, attempts: 2, startedAt: NOW } as const
const ASKS = 'request with tools offered'
const WAITS = 'wait for calls until somebody acts'
const cap = { ...DEFAULT_LIMITS, requests: 1 }

const rows: [string, Partial<ActiveRun>, string][] = [
  ['A Run that has just begun asks the model', { requests: 0 }, 'request with tools offered'],
  ['A Run whose Calls are all settled asks again', { calls: [settledCall()] }, 'request with tools offered'],

  ['A Call that ran under another lease is recovered', { calls: [lost] }, 'recover 0'],
  ['… before a stop is obeyed', { calls: [lost], stop }, 'recover 0'],
  ['… before the deadline counts', { calls: [lost], activeSince: late }, 'recover 0'],
  ['… before anything expires', { calls: [lost, overdue] }, 'recover 0'],
  ['A Call that runs under this lease is not', { calls: [here] }, 'wait for calls until somebody acts'],

  ['A stop ends the Run', { stop }, 'finish cancelled'],
  ['An interruption ends the Run as that', { stop: interrupted }, 'finish interrupted'],
  ['A stop is named before the deadline', { stop, activeSince: late }, 'finish cancelled'],
  ['A stop comes before approved Calls', { stop, calls: [approvedCall()] }, 'finish cancelled'],
  ['A stop comes before waiting Calls', { stop, calls: [waitingCall()] }, 'finish cancelled'],
  ['A stop comes before the answer', { stop, answer: { stopReason: 'final_text' } }, 'finish cancelled'],

  ['The deadline ends the Run', { activeSince: late }, 'finish timeout'],
  ['… to the millisecond', { activeSince: at(-900) }, 'finish timeout'],
  ['… and not before', { activeSince: at(-899.999) }, 'request with tools offered'],
  ['… counting what was worked before', { activeSince: at(-1), activeMs: 899_000 }, 'finish timeout'],
  ['… before approved Calls', { activeSince: late, calls: [approvedCall()] }, 'finish timeout'],
  ['… before the answer', { activeSince: late, answer: { stopReason: 'final_text' } }, 'finish timeout'],
  [
    'Time spent waiting has no deadline',
    { activeSince: undefined, activeMs: 899_999, calls: [waitingCall()] },
    'wait for calls until somebody acts',
  ],

  ['A Call that nobody decided in its time expires', { calls: [overdue] }, 'expire 2'],
  ['… before others are run', { calls: [approvedCall(), overdue] }, 'expire 2'],
  [
    'One whose time has not come waits for it',
    { calls: [waitingCall({ expiresAt: at(60) })] },
    `wait for calls until ${at(60)}`,
  ],
  ['An approved Call has no expiry any more', { calls: [approvedCall({ expiresAt: NOW })] }, 'execute 0'],

  ['An approved Call runs', { calls: [approvedCall()] }, 'execute 0'],
  ['… though the model had answered', { calls: [approvedCall()], answer: broken }, 'execute 0'],
  ['… though a retry is due', { calls: [approvedCall()], retryAt: at(9) }, 'execute 0'],
  [
    'A held one waits for its time',
    { calls: [approvedCall({ startsAt: at(5) })] },
    `wait for calls until ${at(5)}`,
  ],
  ['… and runs when it has come', { calls: [approvedCall({ startsAt: NOW })] }, 'execute 0'],
  [
    'The nearest time of several is waited for',
    { calls: [approvedCall({ startsAt: at(5) }), waitingCall({ index: 1, expiresAt: at(3) })] },
    `wait for calls until ${at(3)}`,
  ],

  [
    'One that is held up by a write waits for that, not for a time that is over',
    { calls: [here, approvedCall({ index: 1, startsAt: at(-5) })] },
    'wait for calls until somebody acts',
  ],

  [
    'While a Call waits nothing is requested',
    { calls: [settledCall(), waitingCall({ index: 1 })] },
    'wait for calls until somebody acts',
  ],
  [
    '… nor does an answer end the Run',
    { calls: [waitingCall()], answer: { stopReason: 'final_text' } },
    'wait for calls until somebody acts',
  ],
  [
    'A message does not decide anything',
    { calls: [waitingCall()], steering: 1 },
    'wait for calls until somebody acts',
  ],

  ['A failed request waits for its next attempt', { retryAt: at(2) }, `wait for retry until ${at(2)}`],
  ['… which comes when its time has come', { retryAt: NOW }, 'request with tools offered'],
  ['… and not while Calls are open', { retryAt: at(2), calls: [here] }, 'wait for calls until somebody acts'],

  ['An answer ends the Run', { answer: { stopReason: 'final_text' } }, 'finish final_text'],
  ['A silent one too', { answer: { stopReason: 'silent' } }, 'finish silent'],
  ['A task that the model called complete ends it', { calls: [complete] }, 'finish task_complete'],
  ['… when the other Calls of the set are settled', { calls: [waitingCall(), complete] }, WAITS],
  ['… not while the model has not seen what was said', { calls: [complete], steering: 1 }, ASKS],
  ['… nor while it is asked again', { calls: [complete], openRequest: OPEN }, ASKS],
  ['… nor where calling it failed', { calls: [{ ...complete, result: FAILED }] }, ASKS],
  ['A completed task is not the cap', { calls: [complete], limits: cap }, 'finish task_complete'],
  [
    'An answer does not end it while the model has not seen what was said',
    { answer: { stopReason: 'final_text' }, steering: 1 },
    'request with tools offered',
  ],
  ['A failure ends it even so', { answer: broken, steering: 1 }, 'finish error'],
  ['An answer is not the cap', { answer: { stopReason: 'final_text' }, limits: cap }, 'finish final_text'],

  ['At the cap the model sums up without tools', { limits: cap }, 'request with tools off'],
  ['… also where a message came', { limits: cap, steering: 1 }, 'request with tools off'],
  ['… once', { limits: cap, summarised: true }, 'finish cap'],
  [
    '… and what was said meanwhile does not add to it',
    { limits: cap, summarised: true, steering: 2 },
    'finish cap',
  ],
]

describe('what is next', () => {
  table(rows)('is what the first rule says that applies', (_, run, step) => {
    expect(sentence(nextStep(someWork(activeRun(run)), NOW))).toBe(step)
  })

  test('is the same for the same Run and time, and changes nothing', () => {
    for (const [, given] of rows) {
      const work = someWork(activeRun(given))
      const before = structuredClone(work)
      expect(nextStep(work, NOW)).toEqual(nextStep(structuredClone(work), NOW))
      expect(work).toEqual(before)
    }
  })
})

describe('sets by people', () => {
  const own = { dialect: 'person', setId: 'own' } as const
  const asked = approvedCall({ index: 10, ...own })
  const atWork = executingCall({ index: 10, ...own })
  const gone = executingCall({ index: 10, epoch: 7, ...own })
  const unknown = waitingCall({ index: 10, why: 'outcome_unknown', ...own })
  const reading = { readOnly: true }
  const IDLE = 'wait for people until somebody acts'
  const rows: [string, Partial<ActiveRun> | null, UserSet[], string][] = [
    ['need no Run', null, [{ calls: [asked] }], 'execute 10'],
    ['are waited for without one', null, [{ calls: [atWork] }], IDLE],
    ['… and nothing is, where there are none', null, [], IDLE],
    ['may wait for a person', null, [{ calls: [unknown] }], IDLE],
    ['are recovered like others', null, [{ calls: [gone] }], 'recover 10'],
    ['… before what is lost of the Run', { calls: [lost] }, [{ calls: [gone] }], 'recover 10 and 0'],

    ['that are stopped are dropped', null, [{ calls: [asked, settledCall()], stop }], 'drop 10'],
    ['… whatever they wait for', null, [{ calls: [unknown], stop }], 'drop 10'],
    ['… also while they run', null, [{ calls: [atWork], stop }], 'drop 10'],
    ['… what is lost is recovered first', null, [{ calls: [gone], stop }], 'recover 10'],
    ['… and others are not', null, [{ calls: [unknown], stop }, { calls: [asked] }], 'drop 10'],

    ['run first', { calls: [approvedCall()] }, [{ calls: [asked] }], 'execute 10'],
    [
      '… together with its reads',
      { calls: [approvedCall(reading)] },
      [{ calls: [asked] }],
      'execute 10 and 0',
    ],
    ['… when a Run that is to stop has ended', { stop }, [{ calls: [asked] }], 'finish cancelled'],
    ['… when what is overdue is expired', { calls: [overdue] }, [{ calls: [asked] }], 'expire 2'],
    ['… beside a pending set', { calls: [waitingCall()] }, [{ calls: [asked] }], 'execute 10'],
    ['… beside reads', { calls: [executingCall(reading)] }, [{ calls: [asked] }], 'execute 10'],
    ['… but not beside a write that runs', { calls: [here] }, [{ calls: [asked] }], WAITS],
    [
      '… as reads they do',
      { calls: [here] },
      [{ calls: [approvedCall({ index: 10, ...own, ...reading })] }],
      'execute 10',
    ],
    ['hold back writes while they write', { calls: [approvedCall()] }, [{ calls: [atWork] }], WAITS],
    ['… not reads', { calls: [approvedCall(reading)] }, [{ calls: [atWork] }], 'execute 0'],
    [
      'hold each other back, the first first',
      null,
      [{ calls: [asked] }, { calls: [approvedCall({ index: 20, ...own, setId: 'second' })] }],
      'execute 10',
    ],
    ['run in their order within', null, [{ calls: [atWork, approvedCall({ index: 11, ...own })] }], IDLE],

    ['the model is asked when they have run', {}, [{ calls: [atWork] }], IDLE],
    ['… not when somebody is asked about them', {}, [{ calls: [unknown] }], ASKS],
    ['an answer ends the Run all the same', { answer: broken }, [{ calls: [atWork] }], 'finish error'],
    ['a stop of the Run is none of theirs', { stop }, [{ calls: [unknown] }], 'finish cancelled'],
    ['they keep no deadline from passing', { activeSince: late }, [{ calls: [atWork] }], 'finish timeout'],
  ]

  test.each(rows)('%s', (...[, run, userSets, step]) => {
    const work = someWork(run ? activeRun(run) : undefined, ...userSets)
    expect(sentence(nextStep(work, NOW))).toBe(step)
  })
})

describe('where a write that was given up may still act', () => {
  const gone = { callId: 'gone', tool: 'run_command', startedAt: NOW }
  const orphan = { ...gone, sessionId: 'other', workspace: '' }
  const told = { ...approvedCall(), heldBy: gone }
  const reading = approvedCall({ index: 1, readOnly: true })
  const own = approvedCall({ index: 10, dialect: 'person', setId: 'own' })
  const rows: [string, Partial<ActiveRun> | null, UserSet[], string][] = [
    ['no write starts, and its card is to say so', { calls: [approvedCall()] }, [], 'hold 0'],
    ['… nor one that people asked for', null, [{ calls: [own] }], 'hold 10'],
    [
      '… which says so anew when it waits for another',
      { calls: [{ ...told, heldBy: { ...gone, callId: 'x' } }] },
      [],
      'hold 0',
    ],
    ['it is looked again after a while', { calls: [told] }, [], `wait for calls until ${at(2)}`],
    ['reads start', { calls: [reading] }, [], 'execute 1'],
    ['a stop ends the Run', { calls: [told], stop }, [], 'finish cancelled'],
    [
      'what is held already says nothing',
      { calls: [approvedCall({ startsAt: at(1) })] },
      [],
      `wait for calls until ${at(1)}`,
    ],
  ]

  test.each(rows)('%s', (...[, run, userSets, step]) => {
    const work = { ...someWork(run ? activeRun(run) : undefined, ...userSets), orphans: [orphan] }
    expect(sentence(nextStep(work, NOW))).toBe(step)
  })

  test('those count that work in the same folder, in one below or in one above', () => {
    const at = (workspace: string) => ({ ...orphan, workspace })
    const counted = (own: string, ...others: string[]) =>
      orphansIn(others.map(at), own).map(({ workspace }) => workspace)
    expect(counted('a', '', 'a', 'a/b', 'ab', 'b')).toEqual(['', 'a', 'a/b'])
    expect(counted('', '', 'a')).toEqual(['', 'a'])
  })
})

test('a command waits for a core, as nothing else does', () => {
  const command = { tool: 'run_command', argumentsText: '{}', arguments: {} }
  const stepOf = (...calls: Call[]) =>
    sentence(nextStep({ ...someWork(activeRun({ calls })), hasCore: false }, NOW))
  expect([
    stepOf(approvedCall({ proposed: command })),
    stepOf(approvedCall()),
    stepOf(approvedCall({ proposed: command, startsAt: at(1) })),
    stepOf(approvedCall({ index: 0, readOnly: true }), approvedCall({ index: 1, proposed: command })),
  ]).toEqual([`wait for core until ${at(10)}`, 'execute 0', `wait for calls until ${at(1)}`, 'execute 0'])
})

test('a Run that waits has no deadline, one at work has what is left of its time', () => {
  expect(deadlineOf(activeRun({ activeSince: undefined }))).toBeUndefined()
  expect(deadlineOf(activeRun({ activeMs: 300_000 }))).toBe(at(600))
})
