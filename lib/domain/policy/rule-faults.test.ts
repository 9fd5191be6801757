import { expect } from 'vitest'
import { aRule, aTool, at, NOW } from '@/test/factories'
import { table } from '@/test/table'
import type { Matcher, Rule } from './rule'
import { ruleFaults } from './rule-faults'
import { ruleWarnings } from './rule-warnings'

const text = { type: 'string' }
const properties = {
  path: text,
  'a/b': text,
  limit: { type: 'integer' },
  ratio: { type: ['number', 'null'] },
}
const toolWith = (schema: object) => aTool({ schema: { type: 'object', ...schema } })
const closed = { tool: toolWith({ properties, additionalProperties: false }), reach: [] as string[] }
const open = (additionalProperties: unknown) => ({
  ...closed,
  tool: toolWith({ properties, additionalProperties }),
})

const glob = (value: string, argument = '/path'): Matcher => ({ argument, kind: 'glob', value })
const range = (value: object, argument = '/limit') => ({ argument, kind: 'range', value }) as Matcher
const host = (value: string): Matcher => ({ argument: '/path', kind: 'host', value })
const command = (...value: string[]): Matcher => ({ argument: '/path', kind: 'command', value })

type RuleCase = Partial<Rule> & { target?: Parameters<typeof ruleFaults>[1] }
const faultsIn = ({ target = closed, ...rule }: RuleCase) =>
  ruleFaults(aRule({ effect: 'allow', tool: 'read_file', matchers: [], ...rule }), target, NOW).map(
    ({ path, codedText }) => `${path} ${codedText?.code.replace('fault.', '')}`,
  )

const rows: [RuleCase, ...string[]][] = [
  [{}],
  [{ target: null }, '/tool unknownToolHere'],
  [{ target: null, tool: 'read_*' }],
  [{ target: null, tool: '*' }, '/tool allowsAll'],
  [{ target: null, tool: '*', effect: 'deny' }],
  [{ target: null, tool: '*', matchers: [glob('a/*')] }],
  [{ expiresAt: NOW }, '/expiresAt past'],
  [{ expiresAt: at(1) }],
  [{ matchers: [glob('a/*', '/paht')] }, '/matchers/0/argument noArgument'],
  [{ matchers: [glob('a/*', '/paht')], target: open(true) }],
  [{ matchers: [glob('a/*', '/paht')], target: open({}) }],
  [{ matchers: [glob('a/*', '/paht')], target: open(false) }, '/matchers/0/argument noArgument'],
  [{ matchers: [glob('a/*', '')] }],
  [{ matchers: [glob('a/*', '/a~1b')] }],
  [{ matchers: [glob('a/*'), range({ min: 1 }, '/path')] }, '/matchers/1/kind otherType'],
  [{ matchers: [glob('1', '/limit')] }, '/matchers/0/kind otherType'],
  [{ matchers: [{ argument: '/limit', kind: 'exact', value: 1 }] }],
  [{ matchers: [range({ min: 1, max: 1 })] }],
  [{ matchers: [range({ min: 1 }, '/ratio')] }],
  [{ matchers: [range({ max: 1 }, '/path/deep')] }],
  [{ matchers: [range({ min: 3, max: 2 })] }, '/matchers/0/value emptyRange'],
  ...['a.b', '*.a.b', 'A.b:80', '[::1]:80'].map((value): [RuleCase] => [{ matchers: [host(value)] }]),
  ...['https://a.b', 'a.b/', '*.*.b', ''].map((value): [RuleCase, string] => [
    { matchers: [host(value)] },
    '/matchers/0/value hostForm',
  ]),
  ...['../a', 'a/../b', 'a\\..'].map((value): [RuleCase, string] => [
    { matchers: [glob(value)] },
    '/matchers/0/value climbs',
  ]),
  [{ matchers: [{ argument: '/path', kind: 'prefix', value: 'a/..' }] }, '/matchers/0/value climbs'],
  [{ matchers: [glob('a..b')] }],
  [{ matchers: [command('*', 'test')] }, '/matchers/0/value anyCommand'],
  [{ matchers: [command('*', 'test')], effect: 'deny' }],
  [{ matchers: [command('npm', '*')] }],
  [{ target: { ...closed, reach: ['/path', ''] } }, '/matchers mustName'],
  [{ target: { ...closed, reach: ['/path'] }, effect: 'ask' }],
  [{ target: { ...closed, reach: ['/path'] }, matchers: [glob('a/*')] }],
  [{ target: { ...closed, reach: ['/path'] }, matchers: [glob('a/*', '')] }],
]

table(rows)(
  'a rule that could never match, or would allow everything, is refused by field',
  (rule, ...faults) => {
    expect(faultsIn(rule)).toEqual(faults)
  },
)

const other = aRule({ number: 7, effect: 'deny', tool: 'run_command', matchers: [] })
const npm = [{ ...command('npm', 'test'), argument: '/command' }]

table<[Partial<Rule>, Partial<Rule> | null, ...string[]]>([
  [{ matchers: [command('python3', '…')] }, null, 'rule.interpreter'],
  [{ matchers: [command('python3', '*.py')] }, null, 'rule.interpreter'],
  [{ matchers: [command('python3', 'a.py')] }, null],
  [{ matchers: [command('npm', '…')] }, null],
  [{ matchers: [command('python3', '…')], effect: 'deny' }, null],
  [{ tool: 'run_*' }, null, 'rule.coversCommands'],
  [{ tool: 'read_*' }, null],
  [{ tool: 'run_*', effect: 'ask' }, null],
  [{}, {}, 'rule.contradicts'],
  [{ matchers: npm }, {}, 'rule.contradicts'],
  [{}, { matchers: npm }, 'rule.contradicts'],
  [{ matchers: npm }, { matchers: npm }, 'rule.contradicts'],
  [{ matchers: npm }, { matchers: [command('npm', 'run')] }],
  [{}, { enabled: false }],
  [{}, { effect: 'allow' }],
  [{}, { tool: 'read_file' }],
  [{}, { tool: 'run_*' }, 'rule.contradicts'],
])('what should be known of a rule before it is saved', (fields, against, ...codes) => {
  const rule = { effect: 'allow' as const, tool: 'run_command', matchers: [], ...fields }
  const warnings = ruleWarnings(rule, against ? [{ ...other, ...against }] : [])
  expect(warnings.map(({ code }) => code)).toEqual(codes)
})
