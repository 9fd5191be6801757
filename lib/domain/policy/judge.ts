import type { Decider } from '../call/decision'
import { UPDATE_PLAN } from '../call/tool'
import type { Instant } from '../instant'
import type { Mode } from '../session/session'
import { climbs, matches, matchesPath } from './matches'
import type { Matcher, Rule, Verdict } from './rule'
import { isAsItLooks } from './suspicious-text'
import { isTrustedFile } from './trusted-files'

/**
 * What a policy judges: the tool, its arguments, what is suspicious in them, and the workspace paths that it would
 * touch.
 */
export type PolicySubject = {
  tool: string
  source: string
  readOnly: boolean
  /** Suspicious text in the arguments and paths, which may be read as something else. */
  suspicions: string[]
  arguments: unknown
  paths: string[]
}

export type Policy = { mode: Mode; rules: Rule[]; now: Instant }

export type Judgement = { verdict: Verdict; by: Decider; rule?: Rule }

/**
 * Runs before a Call is stored and again before it is executed. `deny` beats everything, then the strictest matching
 * Rule wins; if no Rule matches, the Mode decides. Mode `ask` pauses before every set, reads included; mode `plan`
 * lets reads run. Control tools touch nothing outside the session and never ask, except that in mode `plan` a person
 * approves the Plan.
 */
export function judge(call: PolicySubject, policy: Policy): Judgement {
  const byMode: Decider = { type: 'mode', id: policy.mode, name: `Mode ${policy.mode}` }
  if (call.source === 'control') {
    if (policy.mode === 'plan' && call.tool === UPDATE_PLAN) return { verdict: 'ask', by: byMode }
    return { verdict: 'allow', by: { type: 'control', id: call.tool, name: 'Touches nothing outside' } }
  }
  const matching = policy.rules.filter(rule => speaksOf(rule, call, policy.now))
  for (const verdict of ['deny', 'ask', 'allow'] as const) {
    const rule = matching.find(candidate => candidate.effect === verdict)
    if (rule) return { verdict, by: { type: 'rule', id: rule.id, name: nameOf(rule) }, rule }
  }
  return { verdict: policy.mode === 'plan' && isPlainRead(call) ? 'allow' : 'ask', by: byMode }
}

/** A read of the workspace whose arguments are not deceptive. */
const isPlainRead = (call: PolicySubject): boolean =>
  call.readOnly && call.source === 'builtin' && isAsItLooks(call)

function speaksOf(rule: Rule, call: PolicySubject, now: Instant): boolean {
  if (!rule.enabled || (rule.expiresAt && rule.expiresAt <= now)) return false
  if (!matchesTool(rule.tool, call.tool)) return false
  if (rule.reads && !(call.readOnly && call.source === 'builtin')) return false
  if (rule.effect === 'allow' && !mayBeAllowed(rule, call)) return false
  return rule.matchers.every(matcher => fulfils(call, matcher, rule))
}

/** Rules that deny or ask match any spelling of a path; rules that allow match only the exact one. */
const fulfils = (call: PolicySubject, matcher: Matcher, { effect }: Rule): boolean =>
  matches(matcher, call.arguments) || (effect !== 'allow' && matchesPath(matcher, call.arguments, call.paths))

const matchesTool = (pattern: string, tool: string): boolean =>
  pattern.endsWith('*') ? tool.startsWith(pattern.slice(0, -1)) : tool === pattern

/** What no Rule may allow: text that hides something, and files that other programs trust. */
const mayBeAllowed = (rule: Rule, call: PolicySubject): boolean =>
  isAsItLooks(call) &&
  !rule.matchers.some(matcher => matcher.kind !== 'exact' && climbs(matcher, call.arguments)) &&
  call.paths.every(path => !isTrustedFile(path) || names(rule, path))

/** A Rule covers a trusted file only if it gives its exact path, alone or together with all other arguments. */
const names = (rule: Rule, path: string): boolean =>
  rule.matchers.some(({ argument, kind, value }) => kind === 'exact' && (argument === '' || value === path))

const nameOf = (rule: Rule): string =>
  rule.note ?? (rule.reads ? 'Reads in this workspace' : `${rule.effect} ${rule.tool}`)
