import { expect, test } from 'vitest'
import type { State } from './state'
import { searchOpenConflicts } from './state-conflicts'

type Made = [by: 'agent' | 'person', State]

/** What is open after these States, in their order. */
function conflictsIn(made: Made[]) {
  const search = searchOpenConflicts(made.at(-1)?.[1] ?? {})
  const all = made.map(([by, after], index) => {
    return { by, revision: index + 1, before: made[index - 1]?.[1] ?? {}, after }
  })
  for (const { by, ...correction } of all.reverse()) if (by === 'person') search.add(correction)
  return search.conflicts.map(({ path, before, after }) => [path, before, after])
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
  [
    'the person then corrected a part of what the agent replaced',
    [
      ['person', { a: { x: 1, y: 1 } }],
      ['agent', { a: { x: 2, y: 2 } }],
      ['person', { a: { x: 3, y: 2 } }],
    ],
    [['/a/y', '1', '2']],
  ],
])('where %s', (_, made, conflicts) => {
  expect(conflictsIn(made)).toEqual(conflicts)
})
