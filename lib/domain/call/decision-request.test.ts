import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { ARGUMENTS_CHARS, argumentsTextOf, DecideInput } from './decision-request'

const about = { callId: 'c', digest: 'd' }
const accepts = (decision: object, more: object = {}): boolean =>
  DecideInput.safeParse({ decisions: [{ ...about, ...decision }], ...more }).success

describe('a Decision as it is sent', () => {
  table([
    { kind: 'approve' },
    { kind: 'approve', remember: { scope: 'session', matchers: [], reads: true } },
    { kind: 'edit', arguments: { a: 1 } },
    { kind: 'edit', argumentsText: '{"a": 1.0}' },
    { kind: 'replace', tool: 't', arguments: {} },
    { kind: 'deny' },
    { kind: 'deny', reason: 'No.' },
    { kind: 'answer', result: { any: ['thing'] } },
    { kind: 'retry' },
    { kind: 'mark_done' },
    { kind: 'mark_done', result: 'It is there.' },
    { kind: 'skip', reason: 'Never mind.' },
  ])('is understood in each of its kinds', decision => {
    expect(accepts(decision)).toBe(true)
  })

  table<[object, string]>([
    [{ kind: 'allow' }, 'a kind that there is not'],
    [{ kind: 'approve', arguments: {} }, 'arguments beside an approval'],
    [{ kind: 'deny', remember: { scope: 'session', matchers: [] } }, 'a rule beside a denial'],
    [{ kind: 'replace', arguments: {} }, 'no tool in the place of the old one'],
    [{ kind: 'edit', argumentsText: 'x'.repeat(ARGUMENTS_CHARS + 1) }, 'more than 2 MB'],
    [{ kind: 'edit' }, 'an edit into nothing'],
    [{ kind: 'replace', tool: 't' }, 'no arguments for the tool'],
    [{ kind: 'edit', arguments: {}, argumentsText: '{}' }, 'arguments that are said twice'],
    [{ kind: 'deny', reason: 'x'.repeat(10_001) }, 'a reason without end'],
    [{ kind: 'answer' }, 'no answer'],
    [{ kind: 'approve', digest: undefined }, 'no digest'],
  ])('is refused where it says too little or too much', decision => {
    expect(accepts(decision)).toBe(false)
  })

  test('is one of at least one, with a hold of at most 30 s', () => {
    expect(DecideInput.safeParse({ decisions: [] }).success).toBe(false)
    expect(accepts({ kind: 'approve' }, { holdMs: 30_000 })).toBe(true)
    expect(accepts({ kind: 'approve' }, { holdMs: 30_001 })).toBe(false)
  })
})

describe('a condition of a rule', () => {
  const rule = (kind: string, value: unknown) => ({
    kind: 'approve',
    remember: { scope: 'session', matchers: [{ argument: '/a', kind, value }] },
  })

  const broad: [string, string | string[]][] = [
    ...['*', '**', '**/*', './**', '?', '?*', '*.*', '/**', '../**'].map((value): [string, string] => [
      'glob',
      value,
    ]),
    ...[['*'], ['**', '…'], ['?*'], ['./*'], ['…'], ['*/*', 'a'], ['…', 'a']].map(
      (value): [string, string[]] => ['command', value],
    ),
  ]
  table(broad)('a condition that lets everything pass says nothing', (kind, value) => {
    expect(accepts(rule(kind, value))).toBe(false)
  })

  test.each([
    ['glob', 'a*'],
    ['command', ['a', '*']],
    ['command', ['scripts/*', '…']],
  ])('%s %j says something', (kind, value) => {
    expect(accepts(rule(kind, value))).toBe(true)
  })
})

test('arguments as text are kept; a value is written as JSON writes it', () => {
  expect(argumentsTextOf({ argumentsText: '{"a": 1.0}' })).toBe('{"a": 1.0}')
  expect(argumentsTextOf({ arguments: { a: 1 } })).toBe('{"a":1}')
  expect(argumentsTextOf({})).toBe('{}')
})
