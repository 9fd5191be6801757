import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aRule, at, NOW } from '@/test/factories'
import { HIDDEN_CORPUS } from '@/test/http/hidden-corpus'
import { sampled, table } from '@/test/table'
import { judge, type PolicySubject } from './judge'
import type { Matcher, Rule, Verdict } from './rule'
import { suspicionsIn } from './suspicious-text'

type Given = Partial<PolicySubject> & { argumentsText?: string }

const aRead = ({ argumentsText = '{"path":"notes.md"}', ...given }: Given = {}): PolicySubject => ({
  tool: 'read_file',
  source: 'builtin',
  readOnly: true,
  changed: false,
  arguments: { path: 'notes.md' },
  suspicions: suspicionsIn(argumentsText, given.paths),
  paths: ['notes.md'],
  reach: [],
  ...given,
})
const aWrite = (given: Given = {}): PolicySubject => aRead({ tool: 'write_file', readOnly: false, ...given })

const verdict = (call: PolicySubject, ...rules: Rule[]): Verdict =>
  judge(call, { mode: 'ask', rules, now: NOW }).verdict

const reads = aRule({ reads: true })

test('Where nobody attends a schedule, what would ask is denied in its name, and nothing else', () => {
  const schedule = { id: 's', name: 'Nightly', unattended: 'deny' as const }
  const judged = (rules: Rule[], unattended: 'wait' | 'deny') =>
    judge(aWrite(), { mode: 'ask', rules, now: NOW, schedule: { ...schedule, unattended } })
  expect(judged([], 'wait').verdict).toBe('ask')
  expect(judged([aRule()], 'deny').verdict).toBe('allow')
  expect(judged([aRule({ effect: 'deny' })], 'deny').by.type).toBe('rule')
  const by = { type: 'schedule', id: 's', name: 'Nightly' }
  expect(judged([], 'deny')).toMatchObject({ verdict: 'deny', by, reason: { code: 'reason.unattended', by } })
})
const escaped = (char: string) => JSON.stringify({ path: 'a' }).replace('a', char)

const exact = (value: string): Matcher => ({ argument: '/path', kind: 'exact', value })
const inFolder = (name: string): Matcher => ({ argument: '/path', kind: 'glob', value: `${name}/**` })
/** A link leads from one folder into another. */
const linked = aRead({ arguments: { path: 'a/x' }, argumentsText: '{"path":"a/x"}', paths: ['a/x', 'b/x'] })
const toEnv = aRead({ arguments: { path: 'a/x' }, argumentsText: '{"path":"a/x"}', paths: ['a/x', '.env'] })
const begins: Matcher = { argument: '/path', kind: 'prefix', value: 'src/' }
const onEnv = aWrite({ arguments: { path: '.env' }, paths: ['.env'] })
const climbing = aWrite({ arguments: { path: 'src/../secret' }, paths: ['src/../secret'] })

const rows: [string, PolicySubject, Rule[], Verdict][] = [
  [
    'What a link leads to can be denied',
    linked,
    [reads, aRule({ effect: 'deny', matchers: [inFolder('b')] })],
    'deny',
  ],
  ['… and must be allowed', linked, [aRule({ matchers: [inFolder('a')] })], 'ask'],
  ['… and is, as what is in the workspace', linked, [reads], 'allow'],
  ['… unless programs trust it', toEnv, [reads], 'ask'],
  ['Without a Rule the Mode asks, reads included', aRead(), [], 'ask'],
  ['A Rule that allows lets a Call pass', aWrite(), [aRule()], 'allow'],
  ['One that asks is stricter', aWrite(), [aRule(), aRule({ effect: 'ask' })], 'ask'],
  [
    'One that denies beats both',
    aWrite(),
    [aRule(), aRule({ effect: 'ask' }), aRule({ effect: 'deny' })],
    'deny',
  ],
  ['No Rule lets a tool pass that has changed', aWrite({ changed: true }), [aRule()], 'ask'],
  ['… also where it reads', aRead({ changed: true }), [reads], 'ask'],
  ['… nor is a denial softened', aWrite({ changed: true }), [aRule(), aRule({ effect: 'deny' })], 'deny'],
  ['A Rule is for its tool', aWrite(), [aRule({ tool: 'read_file' })], 'ask'],
  ['… by its whole name', aWrite(), [aRule({ tool: 'write' })], 'ask'],
  ['… or what begins like it', aWrite(), [aRule({ tool: 'write_*' })], 'allow'],
  ['A Rule that is switched off says nothing', aWrite(), [aRule({ enabled: false })], 'ask'],
  ['A Rule holds until its time', aWrite(), [aRule({ expiresAt: at(0.001) })], 'allow'],
  ['… and no longer', aWrite(), [aRule({ expiresAt: NOW })], 'ask'],
  ['A denial ends with its time too', aWrite(), [aRule({ effect: 'deny', expiresAt: NOW })], 'ask'],

  ['“Reads in this workspace” lets reads pass', aRead(), [reads], 'allow'],
  ['… and no writes', aWrite(), [reads], 'ask'],
  ['… nor what only calls itself a read elsewhere', aRead({ source: 'mcp:other' }), [reads], 'ask'],

  ['A file that tools trust asks', aRead({ paths: ['.env'] }), [reads], 'ask'],
  ['… also as one of several', aWrite({ paths: ['a.txt', 'sub/.git/config'] }), [aRule()], 'ask'],
  ['… and can be denied', aWrite({ paths: ['.env'] }), [aRule(), aRule({ effect: 'deny' })], 'deny'],

  ['Hidden characters ask', aRead({ argumentsText: escaped('a\u202eb') }), [reads], 'ask'],
  ['… also where JSON escapes spell them', aRead({ argumentsText: escaped('\\u202e') }), [reads], 'ask'],
  ['… also in a key', aRead({ argumentsText: '{"pa\\u200bth":"a"}' }), [reads], 'ask'],
  ['Look-alike characters ask', aRead({ argumentsText: escaped('pаypal') }), [reads], 'ask'],
  ['… a dot that is none', aRead({ argumentsText: escaped('a․txt') }), [reads], 'ask'],
  ['… in a path that the arguments come to', aRead({ paths: ['a․txt'] }), [reads], 'ask'],
  ['In contents they warn', aRead({ argumentsText: '{"path":"a","content":"pаypal"}' }), [reads], 'allow'],
  [
    'They do not hide a Call from a denial',
    aWrite({ argumentsText: escaped('a\u202eb') }),
    [aRule(), aRule({ effect: 'deny' })],
    'deny',
  ],
  [
    'Text in several lines is no reason to ask',
    aRead({ argumentsText: escaped('a\\nb\\tc') }),
    [reads],
    'allow',
  ],

  ['A control tool never asks', aRead({ source: 'control', tool: 'set_state' }), [], 'allow'],
  [
    'A Rule with a condition lets pass what fulfils it',
    aWrite(),
    [aRule({ matchers: [exact('notes.md')] })],
    'allow',
  ],
  ['… and nothing else', aWrite(), [aRule({ matchers: [exact('notes.txt')] })], 'ask'],
  [
    '… and all of them have to be fulfilled',
    aWrite(),
    [aRule({ matchers: [exact('notes.md'), exact('b')] })],
    'ask',
  ],
  [
    'A denial can have a condition too',
    aWrite(),
    [aRule({ effect: 'deny', matchers: [exact('notes.md')] })],
    'deny',
  ],
  [
    'A trusted file passes where its path is given exactly',
    onEnv,
    [aRule({ matchers: [exact('.env')] })],
    'allow',
  ],
  [
    '… and not by a glob',
    onEnv,
    [aRule({ matchers: [{ argument: '/path', kind: 'glob', value: '.e*' }] })],
    'ask',
  ],
  [
    '… and so does what a server of tools runs',
    aWrite({ programs: ['notes.md'] }),
    [aRule({ matchers: [exact('notes.md')] })],
    'allow',
  ],
  [
    '… and not by a glob either',
    aWrite({ programs: ['notes.md'] }),
    [aRule({ matchers: [{ argument: '/path', kind: 'glob', value: '*.md' }] })],
    'ask',
  ],
  ['A path that climbs does not pass by how it begins', climbing, [aRule({ matchers: [begins] })], 'ask'],
  ['… and can be denied by it', climbing, [aRule({ effect: 'deny', matchers: [begins] })], 'deny'],
  ...['./src/a', 'src//a', 'src/./a', 'src/a/', '././/src/a', '/workspace/src/a'].flatMap(
    (path): [string, PolicySubject, Rule[], Verdict][] => {
      const call = aRead({ arguments: { path }, argumentsText: JSON.stringify({ path }), paths: ['src/a'] })
      const denied = (matcher: Matcher) => aRule({ effect: 'deny', matchers: [matcher] })
      return [
        [`A denial of src/a is one of ${path} too`, call, [reads, denied(exact('src/a'))], 'deny'],
        ['… however it is written itself', call, [reads, denied(exact('.//src/a'))], 'deny'],
        ['… and one of what begins with src/', call, [reads, denied(begins)], 'deny'],
        ['… and one of what is in src', call, [reads, denied(inFolder('src'))], 'deny'],
        ['… as commands see it, too', call, [reads, denied(inFolder('/workspace/src'))], 'deny'],
        ['… and one of another path is not', call, [reads, denied(exact('src'))], 'allow'],
        ['… but to allow it takes its very spelling', call, [aRule({ matchers: [exact('src/a')] })], 'ask'],
      ]
    },
  ),
]

describe('the verdict', () => {
  test.each(rows)('%s', (...[, call, rules, expected]) => {
    expect(verdict(call, ...rules)).toBe(expected)
  })

  test('is the strictest of the Rules that match, in whatever order they stand', () => {
    const effects = fc.array(fc.constantFrom<Verdict>('allow', 'ask', 'deny'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(effects, given => {
        const strictest = (['deny', 'ask', 'allow'] as const).find(effect => given.includes(effect))
        expect(verdict(aWrite(), ...given.map(effect => aRule({ effect })))).toBe(strictest)
      }),
    )
  })

  test('names who gave it: the Rule with its words, the Mode, the control tool', () => {
    const by = (call: PolicySubject, ...rules: Rule[]) => judge(call, { mode: 'ask', rules, now: NOW }).by
    expect(by(aRead())).toEqual({ type: 'mode', id: 'ask', name: 'Mode ask' })
    expect(by(aRead(), reads)).toEqual({ type: 'rule', id: reads.id, name: 'Allow reads in this workspace' })
    expect(by(aWrite(), aRule({ note: 'Mine' }))).toMatchObject({ type: 'rule', name: 'Mine' })
    expect(by(aWrite(), aRule({ effect: 'deny', tool: 'write_*' }))).toMatchObject({ name: 'Deny write_*' })
    expect(by(aRead({ source: 'control', tool: 'set_state' }))).toMatchObject({
      type: 'control',
      id: 'set_state',
    })
  })
})

describe('what is hidden in a Call', () => {
  const everything = [aRule(), reads, aRule({ tool: 'read_file' }), aRule({ tool: 'read_*' })]
  const judged = (argumentsText: string) => {
    const call = aRead({ argumentsText, arguments: JSON.parse(argumentsText) })
    const named = exact((call.arguments as { path: string }).path)
    return (['plan', 'ask', 'auto', 'full'] as const).map(
      mode => judge(call, { mode, rules: [...everything, aRule({ matchers: [named] })], now: NOW }).verdict,
    )
  }
  const asks = ['ask', 'ask', 'ask', 'ask']
  const spelled = (code: number) => JSON.stringify(String.fromCodePoint(code)).slice(1, -1)
  const escaped = (code: number) =>
    [...String.fromCodePoint(code)]
      .flatMap(char => Array.from({ length: char.length }, (_, index) => char.charCodeAt(index)))
      .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('')

  table(sampled(HIDDEN_CORPUS, 12))('lets no Rule pass it in any mode', (_, code) => {
    for (const char of [spelled(code), escaped(code)]) {
      for (const text of [
        `{"path":"a${char}b"}`,
        `{"path":"${char}"}`,
        `{"path":"a","con${char}tent":"b"}`,
        `{"path":"a","content":{"deep":[{"er":["b${char}"]}]}}`,
        `{"path":"a","${char}":1}`,
      ]) {
        expect([text, judged(text)]).toEqual([text, asks])
      }
    }
  })

  test('is looked for between the tokens too', () => {
    expect(judged('{"path":"a"}')).toEqual(['allow', 'allow', 'allow', 'allow'])
    for (const gap of ['\r', '\r\n']) expect(judged(`{"path":${gap}"a"}`)).toEqual(asks)
  })
})

describe('mode plan', () => {
  const inPlan = (call: PolicySubject, ...rules: Rule[]): Verdict =>
    judge(call, { mode: 'plan', rules, now: NOW }).verdict
  const control = (tool: string) => aRead({ tool, source: 'control', readOnly: false, paths: [] })

  test.each([
    ['lets what reads run', aRead(), [], 'allow'],
    ['but where a Rule speaks against it', aRead(), [aRule({ effect: 'deny' })], 'deny'],
    ['or asks', aRead(), [aRule({ effect: 'ask' })], 'ask'],
    ['not what a server says is a read', aRead({ source: 'mcp:x' }), [], 'ask'],
    ['nor one that hides something', aRead({ argumentsText: escaped('\u202e') }), [], 'ask'],
    ['asks before what writes', aWrite(), [], 'ask'],
    ['asks about the Plan, whatever a Rule allows', control('update_plan'), [aRule()], 'ask'],
    ['and about nothing else that stays in the session', control('set_state'), [], 'allow'],
  ] as [string, PolicySubject, Rule[], Verdict][])('%s', (...[, call, rules, expected]) => {
    expect(inPlan(call, ...rules)).toBe(expected)
  })

  test('is what asks about the Plan, and no other', () => {
    expect(verdict(control('update_plan'))).toBe('allow')
  })
})
