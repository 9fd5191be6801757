import { readShell, type ShellReading } from '@/lib/text/shell/read-shell'
import type { Decider } from '../call/decision'
import { UPDATE_PLAN } from '../call/tool'
import type { Instant } from '../instant'
import type { Mode } from '../session/session'
import { climbs, matches, matchesCommand, matchesPath, mayBeAtHost, pathsTested } from './matches'
import type { Match } from './matches-command'
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
  /** Whether the tool's definition is another than the one that was accepted. */
  changed: boolean
  suspicions: string[]
  arguments: unknown
  paths: string[]
  /** Those of them at which it would change what a server of tools runs. */
  programs?: string[]
  /** The arguments that a Rule which allows has to name, by their JSON pointers. */
  reach: string[]
}

export type Policy = { mode: Mode; rules: Rule[]; now: Instant }

export type Judgement = { verdict: Verdict; by: Decider; rule?: Rule }

/**
 * Runs before a Call is stored and again before it is executed. `deny` beats everything, then the strictest matching
 * Rule wins; if no Rule matches, the Mode decides. Mode `ask` pauses before every set, reads included; mode `plan`
 * lets reads run. Control tools touch nothing outside the session and never ask, except that in mode `plan` a person
 * approves the Plan. A Rule that denies asks where it is only possible that it speaks of the Call.
 * What a tool that has changed does was allowed by nobody: neither Rule nor Mode lets it pass.
 */
export function judge(call: PolicySubject, policy: Policy): Judgement {
  const byMode: Decider = { type: 'mode', id: policy.mode, name: `Mode ${policy.mode}` }
  if (call.source === 'control') {
    if (policy.mode === 'plan' && call.tool === UPDATE_PLAN) return { verdict: 'ask', by: byMode }
    return { verdict: 'allow', by: { type: 'control', id: call.tool, name: 'Touches nothing outside' } }
  }
  const read = readOnce()
  const matching = policy.rules.flatMap(rule => {
    const match = matchOf(rule, { ...call, read }, policy.now)
    const effect = match === 'possible' && rule.effect === 'deny' ? 'ask' : rule.effect
    return match === 'none' ? [] : [{ rule, effect }]
  })
  for (const verdict of ['deny', 'ask', 'allow'] as const) {
    const rule = matching.find(({ effect }) => effect === verdict)?.rule
    if (verdict === 'allow' && call.changed) return { verdict: 'ask', by: byMode }
    if (rule) return { verdict, by: { type: 'rule', id: rule.id, name: nameOf(rule) }, rule }
  }
  return { verdict: policy.mode === 'plan' && isPlainRead(call) ? 'allow' : 'ask', by: byMode }
}

const isPlainRead = (call: PolicySubject): boolean =>
  call.readOnly && call.source === 'builtin' && isAsItLooks(call)

type Subject = PolicySubject & { read: (text: string) => ShellReading }

/** Each command is parsed once in a judgement, however many Rules ask about it. */
function readOnce(): (text: string) => ShellReading {
  const readings = new Map<string, ShellReading>()
  return text => {
    const reading = readings.get(text) ?? readShell(text)
    readings.set(text, reading)
    return reading
  }
}

function matchOf(rule: Rule, call: Subject, now: Instant): Match {
  if (!rule.enabled || (rule.expiresAt && rule.expiresAt <= now)) return 'none'
  if (!coversTool(rule, call.tool)) return 'none'
  if (rule.reads && !(call.readOnly && call.source === 'builtin')) return 'none'
  if (rule.effect === 'allow' && !mayBeAllowed(rule, call)) return 'none'
  const sureness = rule.matchers.map(matcher => fulfils(call, matcher, rule))
  if (sureness.includes('none')) return 'none'
  return sureness.includes('possible') ? 'possible' : 'certain'
}

/** Rules that deny or ask match any spelling of a path, a host or a command; rules that allow only the exact one. */
function fulfils(call: Subject, matcher: Matcher, { effect }: Rule): Match {
  const allows = effect === 'allow'
  if (matcher.kind === 'command') return matchesCommand(matcher, call.arguments, { read: call.read, allows })
  const paths = pathsTested(matcher, call.arguments, call)
  if (matches(matcher, call.arguments))
    return allows && !paths.every(path => matchesPath(matcher, path)) ? 'none' : 'certain'
  const isMeant = paths.some(path => matchesPath(matcher, path)) || mayBeAtHost(matcher, call.arguments)
  return !allows && isMeant ? 'certain' : 'none'
}

/** Whether a Rule is about this Tool: by its name, or by how that begins. */
export const coversTool = ({ tool: pattern }: Pick<Rule, 'tool'>, tool: string): boolean =>
  pattern.endsWith('*') ? tool.startsWith(pattern.slice(0, -1)) : tool === pattern

/** Conditions that name a way up by its words, or let none pass. */
const SPELLED = new Set<Matcher['kind']>(['exact', 'command'])

/** What no Rule may allow: text that hides something, files that other programs trust, and more than it names. */
const mayBeAllowed = (rule: Rule, call: PolicySubject): boolean =>
  isAsItLooks(call) &&
  call.reach.every(pointer => rule.matchers.some(matcher => speaksOf(matcher, pointer))) &&
  !rule.matchers.some(matcher => !SPELLED.has(matcher.kind) && climbs(matcher, call.arguments)) &&
  call.paths.every(path => !(isTrustedFile(path) || call.programs?.includes(path)) || names(rule, path))

const speaksOf = ({ argument }: Matcher, pointer: string): boolean =>
  pointer === argument || pointer.startsWith(`${argument}/`)

/** A Rule covers a trusted file only if it gives its exact path, alone or together with all other arguments. */
const names = (rule: Rule, path: string): boolean =>
  rule.matchers.some(({ argument, kind, value }) => kind === 'exact' && (argument === '' || value === path))

const nameOf = (rule: Rule): string =>
  rule.note ?? (rule.reads ? 'Reads in this workspace' : `${rule.effect} ${rule.tool}`)
