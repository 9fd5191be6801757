import { expect, test } from 'vitest'
import { openConflicts } from './open-conflicts'
import type { State } from './state'
import { stateChanges } from './state-changes'
import { overwritten, type PersonRevision } from './state-conflicts'

type Made = [by: 'agent' | 'person', State]

/** What is found of States in their order, as it is listed. */
function conflictsIn(made: Made[]) {
  const all = made.map(([by, after], index) => {
    return { by, revision: index + 1, before: made[index - 1]?.[1] ?? {}, after }
  })
  const corrections: PersonRevision[] = all.filter(({ by }) => by === 'person').reverse()
  const revisions = all.reverse().map(({ by, ...one }) => ({
    ...{
      revision: one.revision,
      at: '2026-01-01T00:00:00.000Z',
      changes: stateChanges(one.before, one.after),
    },
    ...(by === 'agent' ? { callId: 'call', conflicts: overwritten(one, corrections) } : {}),
  }))
  return openConflicts(revisions).map(({ path, before, after }) => [path, before, after])
}

test.each<[string, Made[], unknown[]]>([
  ['nothing was ever put there', [], []],
  [
    'only the agent did',
    [
      ['agent', { a: 1 }],
      ['agent', { a: 2 }],
    ],
    [],
  ],
  [
    'the person had the last word',
    [
      ['agent', { a: 1 }],
      ['person', { a: 2 }],
    ],
    [],
  ],
  [
    'the agent put another value over theirs',
    [
      ['person', { a: 1 }],
      ['agent', { a: 2 }],
    ],
    [['/a', '1', '2']],
  ],
  [
    'the agent put one more over its own',
    [
      ['person', { a: 1 }],
      ['agent', { a: 2 }],
      ['agent', { a: 3 }],
    ],
    [['/a', '1', '3']],
  ],
  [
    'it took the value away',
    [
      ['person', { a: 1 }],
      ['agent', {}],
    ],
    [['/a', '1', undefined]],
  ],
  [
    'it took it away after it had changed it',
    [
      ['person', { a: 1 }],
      ['agent', { a: 2 }],
      ['agent', {}],
    ],
    [['/a', '1', undefined]],
  ],
  [
    'it put back what they took away',
    [
      ['agent', { a: 1 }],
      ['person', {}],
      ['agent', { a: 1 }],
    ],
    [['/a', undefined, '1']],
  ],
  [
    'it went back by itself',
    [
      ['person', { a: 1 }],
      ['agent', { a: 2 }],
      ['agent', { a: 1 }],
    ],
    [],
  ],
  [
    'the person corrected it again',
    [
      ['person', { a: 1 }],
      ['agent', { a: 2 }],
      ['person', { a: 3 }],
    ],
    [],
  ],
  [
    'the person corrected something else',
    [
      ['person', { a: 1 }],
      ['agent', { a: 2 }],
      ['person', { a: 2, b: 1 }],
    ],
    [['/a', '1', '2']],
  ],
  [
    'something beside their value is added',
    [
      ['person', { a: { x: 1 } }],
      ['agent', { a: { x: 1 }, b: 1 }],
    ],
    [],
  ],
  [
    'what their value lies in is replaced',
    [
      ['agent', { a: { x: 1 } }],
      ['person', { a: { x: 2 } }],
      ['agent', { a: 5 }],
    ],
    [['/a/x', '2', undefined]],
  ],
  [
    'the person then corrected what it lies in',
    [
      ['agent', { a: { x: 1 } }],
      ['person', { a: { x: 2 } }],
      ['agent', { a: 5 }],
      ['person', { a: 6 }],
    ],
    [],
  ],
])('where %s', (_, made, conflicts) => {
  expect(conflictsIn(made)).toEqual(conflicts)
})
