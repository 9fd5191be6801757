import { unit } from './guards.mjs'

/** What a decision was made of, and by what it was made: I22. */

const api = test => ({ file: 'app/api/decision-seen.database.test.ts', test })

/** @type {import('./mutations.mjs').Mutation[]} */
export const SEEN = [
  {
    invariant: 'I22 decided as far as seen',
    name: 'how much was seen is not taken into the decision',
    file: 'lib/run/actions/store-decision.ts',
    from: 'digest: call.digest, seen }',
    to: 'digest: call.digest }',
    guard: api('is stored with its decision, told, recorded and exported'),
  },
  {
    invariant: 'I22 decided as far as seen',
    name: 'the row of a decision forgets how much was seen',
    file: 'lib/store/call/decision.ts',
    from: '    seen: orNull(decision.seen),\n',
    to: '',
    guard: api('is stored with its decision, told, recorded and exported'),
  },
  {
    invariant: 'I22 no key decides another call',
    name: 'keys stay live when their call was decided elsewhere',
    file: 'lib/client/decisions/key-aim.ts',
    from: 'isLive: isLive && (isSame || isOwn)',
    to: 'isLive',
    guard: unit('client/decisions/key-aim', 'keys after'),
  },
  {
    invariant: 'I22 no key decides another call',
    name: 'keys stay live when their call has changed',
    file: 'lib/client/decisions/key-aim.ts',
    from: 'now?.version === current.version',
    to: 'now?.id === current.id',
    guard: unit('client/decisions/key-aim', 'it changed'),
  },
  {
    invariant: 'I22 no key decides another call',
    name: 'the focus that the page has moved turns keys on',
    file: 'lib/client/decisions/key-aim.ts',
    from: "aim.isLive || by === 'person'",
    to: 'true',
    guard: unit('client/decisions/key-aim', 'whatever happens'),
  },
  {
    invariant: 'I22 no key decides another call',
    name: 'another page turns keys on',
    file: 'lib/client/decisions/key-aim.ts',
    from: '{ ...NO_AIM, isLive: aim.isLive }',
    to: 'NO_AIM',
    guard: unit('client/decisions/key-aim', 'whatever happens'),
  },
  {
    invariant: 'I22 decided as far as seen',
    name: 'a name without its preview counts as seen',
    file: 'lib/client/decisions/seen-rule.ts',
    from: "['head', 'preview']",
    to: "['head']",
    guard: unit('client/decisions/seen-rule', 'it is seen'),
  },
  {
    invariant: 'I22 decided as far as seen',
    name: 'what is folded counts as seen',
    file: 'lib/client/decisions/seen-rule.ts',
    from: "isRead && fold !== 'folded'",
    to: 'isRead',
    guard: unit('client/decisions/seen-rule', 'it is seen'),
  },
  {
    invariant: 'I22 decided as far as seen',
    name: 'a beginning counts as the whole',
    file: 'lib/client/decisions/seen-rule.ts',
    from: 'start <= from + GAP && end >= to - GAP',
    to: 'start <= from + GAP',
    guard: unit('client/decisions/seen-rule', 'whatever is looked at'),
  },
  {
    invariant: 'I22 decided as far as seen',
    name: 'lines that have moved count where they were',
    file: 'lib/client/decisions/seen-rule.ts',
    from: 'before?.size === size ? before.stretches : []',
    to: 'before?.stretches ?? []',
    guard: unit('client/decisions/seen-rule', 'it is seen'),
  },
  {
    invariant: 'I22 keys by place',
    name: 'the place of a key counts more than its Latin letter',
    file: 'lib/client/decisions/key-aim.ts',
    from: '[...key].length === 1 && key > ',
    to: 'true || key > ',
    guard: unit('client/decisions/key-aim', 'the key '),
  },
]
