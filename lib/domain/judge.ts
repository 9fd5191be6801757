import type { Decider } from './decision'
import type { Instant } from './instant'
import { climbs, matches, matchesPath } from './matches'
import { isTrustedFile, type Matcher, type Rule, type Verdict } from './rule'
import type { Mode } from './session'
import { suspicionsIn } from './suspicious-text'
import { UPDATE_PLAN } from './tool'

/** What is judged: the tool, its arguments to the byte and as a value, and the workspace paths that it would touch. */
export type Judged = {
  tool: string
  source: string
  readOnly: boolean
  argumentsText: string
  arguments: unknown
  paths: string[]
}

export type Policy = { mode: Mode; rules: Rule[]; now: Instant }

export type Judgement = { verdict: Verdict; by: Decider; rule?: Rule }

/**
 * Runs before a Call is stored and again before it is executed. `deny` beats everything, then the strictest
 * of the Rules that match; where none speaks, the Mode does. Mode `ask` pauses before every set, reads
 * included; mode `plan` lets them run. Control tools touch nothing outside the session and never ask, but that in mode
 * `plan` the Plan is for a person to approve.
 */
export function judge(call: Judged, policy: Policy): Judgement {
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

/** A read of the workspace whose arguments are what they look like. */
const isPlainRead = (call: Judged): boolean =>
  call.readOnly && call.source === 'builtin' && suspicionsIn(call.argumentsText).length === 0

function speaksOf(rule: Rule, call: Judged, now: Instant): boolean {
  if (!rule.enabled || (rule.expiresAt && rule.expiresAt <= now)) return false
  if (!matchesTool(rule.tool, call.tool)) return false
  if (rule.reads && !(call.readOnly && call.source === 'builtin')) return false
  if (rule.effect === 'allow' && !mayBeAllowed(rule, call)) return false
  return rule.matchers.every(matcher => fulfils(call, matcher, rule))
}

/** What is refused, or has to be asked, is so by whatever spelling of its path; what is allowed by its own only. */
const fulfils = (call: Judged, matcher: Matcher, { effect }: Rule): boolean =>
  matches(matcher, call.arguments) || (effect !== 'allow' && matchesPath(matcher, call.arguments, call.paths))

const matchesTool = (pattern: string, tool: string): boolean =>
  pattern.endsWith('*') ? tool.startsWith(pattern.slice(0, -1)) : tool === pattern

/** What no Rule may wave through: text that hides something, and files that are trusted by themselves. */
const mayBeAllowed = (rule: Rule, call: Judged): boolean =>
  suspicionsIn(call.argumentsText).length === 0 &&
  !rule.matchers.some(matcher => matcher.kind !== 'exact' && climbs(matcher, call.arguments)) &&
  call.paths.every(path => !isTrustedFile(path) || names(rule, path))

/** A Rule covers a trusted file only where it gives its path exactly. */
const names = (rule: Rule, path: string): boolean =>
  rule.matchers.some(({ kind, value }) => kind === 'exact' && value === path)

const nameOf = (rule: Rule): string =>
  rule.note ?? (rule.reads ? 'Reads in this workspace' : `${rule.effect} ${rule.tool}`)
