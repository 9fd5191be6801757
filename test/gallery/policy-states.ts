import type { CallRef } from '@/lib/domain/contract/policy-operations'
import { fieldFault } from '@/lib/domain/contract/problem'
import { reasonBy } from '@/lib/domain/policy/reason'
import type { Matcher, RuleItem } from '@/lib/domain/policy/rule'
import { ruleText } from '@/lib/domain/policy/rule-text'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { aRule, at } from '../factories'

const said = (codedText: CodedText) => ({ text: phrase(codedText), codedText })

const item = (given: Partial<RuleItem>, matcher?: Matcher): RuleItem => {
  const matchers = matcher ? [matcher] : []
  const rule = aRule({ tool: 'write_file', ...given, id: `rule-${given.number}`, matchers })
  return { ...rule, ...given, matchers, ...said(ruleText(rule)) }
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

const notes: Matcher = { argument: '/path', kind: 'glob', value: 'notes/**' }
const push: Matcher = { argument: '/command', kind: 'command', value: ['git', '-c'.repeat(60), 'push', '…'] }
const used = { uses: 31, lastUsedAt: inHours(-2) }
const ofSession = { scope: 'session' as const, session: { id: 'session', title: 'Release notes' } }
const origin = { callId: 'call', sessionId: 'session', link: '/sessions/session#seq-12' }

const RULES = [
  item({ number: 9, expiresAt: inHours(6), origin, ...used }, notes),
  item({
    number: 8,
    effect: 'ask',
    tool: 'desk__*',
    by: 'other',
    note: 'Ask a colleague',
    ...ofSession,
    ...used,
  }),
  item({ number: 7, effect: 'deny', tool: 'run_command', ...used }, push),
  item({ number: 6, expiresAt: inHours(-20), ...used }, notes),
  item({ number: 5, tool: 'fetch_url' }, { argument: '/url', kind: 'host', value: 'nodejs.org' }),
  item({ number: 4, enabled: false }),
]

const draft = {
  ...{ effect: 'allow' as const, tool: 'run_command', expiresAt: '', note: '' },
  conditions: [
    { key: '0', argument: 'comand', kind: 'command' as const, value: 'python3 …', max: '' },
    { key: '1', argument: 'timeout', kind: 'range' as const, value: '60', max: '5' },
  ],
}

const noArgument = { code: 'fault.noArgument' as const, params: { argument: 'comand', tool: 'run_command' } }
const faults = [
  fieldFault('/rule/matchers/0/argument', noArgument),
  fieldFault('/rule/matchers/1/value', { code: 'fault.emptyRange' }),
]

const past = (decided: CallRef['decided'], summary: string): CallRef => ({
  ...{ callId: summary, sessionId: 'session', tool: 'run_command', summary, decided, at: at(0) },
  // biome-ignore lint/suspicious/noThenProperty: its value is a text, so nothing awaits it
  then: 'allow',
})

const backtest = {
  ...{ considered: 40, counts: { allowed: 21, asked: 19, denied: 0, conflicts: 7 }, stopped: true },
  ...{ allowed: [], asked: [], denied: [] },
  conflicts: [
    past('deny', 'python3 scripts/clean.py --all'),
    past('edit', `python3 -c "${'print(1); '.repeat(30)}"`),
    past('replace', 'python3 test.py'),
  ],
  ...said({ code: 'rule.tool', params: { effect: 'allow', tool: 'run_command' } }),
  warnings: [said({ code: 'rule.interpreter', params: { name: 'python3' } })],
}

/** The page of rules, in each of its states. */
export const POLICY_STATES = {
  rules: { rules: RULES },
  'a-rule-with-errors': { form: { draft, faults } },
  'a-rule-with-conflicts': {
    form: { draft: { ...draft, conditions: draft.conditions.slice(0, 1) }, faults: [], backtest },
  },
  'a-tried-call': {
    answer: {
      verdict: 'deny' as const,
      reason: reasonBy({ type: 'rule', id: 'rule-7', name: 'Rule 7' }, 'denyRule', { rule: 7 }),
      rules: RULES.map(rule =>
        rule.number === 7
          ? { rule, match: 'certain' as const }
          : { rule, match: 'none' as const, misses: `covers ${rule.tool} only` },
      ),
    },
  },
}
