import { type CodedText, phrase } from '@/lib/messages/phrase'
import { isObject } from '@/lib/text/json/json-value'
import { readShell, type ShellReading } from '@/lib/text/shell/read-shell'
import { oneLine } from '@/lib/text/truncate'
import type { Decider } from '../call/decision'
import { isServed, RUN_COMMAND, UPDATE_PLAN } from '../call/tool'
import type { AuthorSchedule } from '../contract/person-item'
import type { Instant } from '../instant'
import type { Mode } from '../session/session'
import { argumentAt, climbs, matches, matchesCommand, matchesPath, mayBeAtHost, pathsTested } from './matches'
import { firstMissed, type Match } from './matches-command'
import { controlReason, floorReason, type Reason, type ReasonCode, reasonBy } from './reason'
import type { Matcher, Rule, Verdict } from './rule'
import { argumentName, matcherValue, ruleText, shownValue } from './rule-text'
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

/** `schedule`: the one whose Run it is about, where no person has decided yet. */
export type Policy = { mode: Mode; rules: Rule[]; now: Instant; schedule?: AuthorSchedule | undefined }

export type Judgement = { verdict: Verdict; by: Decider; reason: Reason; rule?: Rule }

/**
 * Runs before a Call is stored and again before it is executed. `deny` beats everything, then the strictest matching
 * Rule wins. Where no Rule matches, the floor asks whatever the Mode, and then the Mode decides: `ask` pauses before every
 * set, reads included; `plan` and `auto` let reads run; `full` lets everything run. Control tools touch nothing outside the
 * session and never ask, except that in mode `plan` a person approves the Plan. A Rule that denies asks where it is only
 * possible that it speaks of the Call. Where a schedule says so, what would ask is denied: nobody is there to be asked.
 */
export function judge(call: PolicySubject, policy: Policy): Judgement {
  const judgement = judgeAttended(call, policy)
  return (judgement.verdict === 'ask' && unattendedDenial(policy)) || judgement
}

/** What stands in the place of asking, where the schedule says so. */
export function unattendedDenial({ schedule }: Pick<Policy, 'schedule'>): Judgement | null {
  if (schedule?.unattended !== 'deny') return null
  const { id, name } = schedule
  const by = { type: 'schedule' as const, id, name }
  return { verdict: 'deny', by, reason: reasonBy(by, 'unattended', { schedule: name }) }
}

function judgeAttended(call: PolicySubject, policy: Policy): Judgement {
  const { mode } = policy
  const by = { type: 'mode' as const, id: mode, name: `Mode ${mode}` }
  const ask = { verdict: 'ask' as const, by, reason: reasonBy(by, 'askMode', { mode }) }
  if (call.source === 'control') {
    if (mode === 'plan' && call.tool === UPDATE_PLAN) return ask
    return {
      verdict: 'allow',
      by: { type: 'control', id: call.tool, name: 'Touches nothing outside' },
      reason: controlReason('control'),
    }
  }
  const subject = { ...call, read: readOnce() }
  const matches = policy.rules.map(rule => matchRule(rule, subject, policy.now))
  const first = (effect: Verdict, match: Match): Rule | undefined => {
    const rules = matches.filter(each => each.rule.effect === effect && each.match === match)
    return (rules.find(({ rule }) => rule.by) ?? rules[0])?.rule
  }
  const denies = first('deny', 'certain')
  if (denies) return byRule('deny', denies, 'denyRule')
  const asks = first('ask', 'certain') ?? first('ask', 'possible')
  if (asks) return byRule('ask', asks, 'askRule')
  const mayDeny = first('deny', 'possible')
  if (mayDeny) return byRule('ask', mayDeny, 'mayDeny')
  // What a Tool that has changed does was allowed by nobody.
  const allows = call.changed ? undefined : first('allow', 'certain')
  if (allows) return byRule('allow', allows, 'allowRule')
  const floor = floorUnder(subject)
  if (floor) return { verdict: 'ask', by, reason: floor }
  if (mode === 'full' || (mode !== 'ask' && call.readOnly && call.source === 'builtin'))
    return { verdict: 'allow', by, reason: reasonBy(by, 'allowMode', { mode }) }
  const near = matches.findLast(({ rule, isNear }) => rule.effect === 'allow' && isNear)
  if (!near?.misses) return ask
  const params = { rule: near.rule.number, misses: near.misses }
  return { ...ask, reason: reasonBy(deciderOf(near.rule), 'near', params) }
}

const deciderOf = (rule: Rule) => ({
  type: 'rule' as const,
  id: rule.id,
  name: rule.note ?? phrase(ruleText(rule)),
})

function byRule(verdict: Verdict, rule: Rule, name: ReasonCode): Judgement {
  const by = deciderOf(rule)
  return { verdict, by, rule, reason: reasonBy(by, name, { rule: rule.number }) }
}

/** A Rule that covers a Call by its exact path goes before this. */
function floorUnder(call: Subject): Reason | null {
  if (call.changed) return floorReason('changed')
  if (!isAsItLooks(call)) return floorReason('hidden')
  const trusted = call.readOnly ? undefined : call.paths.find(path => isTrusted(call, path))
  if (trusted !== undefined) return floorReason('trusted', { path: oneLine(trusted) })
  const text = call.tool === RUN_COMMAND && isObject(call.arguments) ? call.arguments.command : undefined
  if (typeof text === 'string' && call.read(text).kind === 'unreadable') return floorReason('unreadable')
  return null
}

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

/** What a Rule says of a Call; where it does not cover it, what it misses. `isNear`: it lacks one thing alone. */
type RuleMatch = { rule: Rule; match: Match; misses?: CodedText; isNear?: boolean }

/** How sure it is that each Rule speaks of a Call, and why one does not. */
export function matchRules(call: PolicySubject, { rules, now }: Omit<Policy, 'mode'>): RuleMatch[] {
  const subject = { ...call, read: readOnce() }
  return rules.map(rule => matchRule(rule, subject, now))
}

function matchRule(rule: Rule, call: Subject, now: Instant): RuleMatch {
  const none = (misses: CodedText, isNear = false): RuleMatch => ({ rule, match: 'none', misses, isNear })
  if (!coversTool(rule, call.tool)) return none({ code: 'misses.tool', params: { tool: oneLine(rule.tool) } })
  if (rule.reads && !(call.readOnly && call.source === 'builtin')) return none({ code: 'misses.reads' })
  const sureness = rule.matchers.map(matcher => fulfils(call, matcher, rule))
  const unmet = rule.matchers[sureness.indexOf('none')]
  if (unmet) {
    const word = firstMissedWord(unmet, call)
    const isOnly = sureness.length > 1 && sureness.filter(each => each === 'none').length === 1
    return none(word ?? missedBy(unmet, call.arguments), word !== null || isOnly)
  }
  if (!rule.enabled) return none({ code: 'misses.off' })
  if (rule.expiresAt && rule.expiresAt <= now) return none({ code: 'misses.ended' }, true)
  const uncovered = rule.effect === 'allow' ? whyNotAllow(rule, call) : null
  if (uncovered) return none(uncovered, true)
  return { rule, match: sureness.includes('possible') ? 'possible' : 'certain' }
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
function whyNotAllow(rule: Rule, call: PolicySubject): CodedText | null {
  if (!isAsItLooks(call)) return { code: 'misses.hidden' }
  // A Rule without conditions about one tool of a server is about all of that tool.
  const isWhole = rule.matchers.length === 0 && rule.tool === call.tool && isServed(call.source)
  const unnamed = call.reach.find(pointer => !rule.matchers.some(matcher => speaksOf(matcher, pointer)))
  if (!isWhole && unnamed !== undefined)
    return { code: 'misses.argument', params: { argument: argumentName(unnamed) } }
  if (rule.matchers.some(matcher => !SPELLED.has(matcher.kind) && climbs(matcher, call.arguments)))
    return { code: 'misses.climbs' }
  const trusted = call.paths.find(path => isTrusted(call, path) && !names(rule, path))
  return trusted === undefined ? null : { code: 'misses.trusted', params: { path: oneLine(trusted) } }
}

const isTrusted = ({ programs }: PolicySubject, path: string): boolean =>
  isTrustedFile(path) || programs?.includes(path) === true

function missedBy(matcher: Matcher, args: unknown): CodedText {
  const value = argumentAt(args, matcher.argument)
  const argument = argumentName(matcher.argument)
  if (value === undefined) return { code: 'misses.absent', params: { argument } }
  if (matcher.kind === 'range' || (matcher.kind === 'exact' && typeof matcher.value === 'object'))
    return { code: 'misses.other', params: { argument } }
  return { code: 'misses.value', params: { covered: matcherValue(matcher), word: shownValue(value) } }
}

function firstMissedWord(matcher: Matcher, { arguments: args, read }: Subject): CodedText | null {
  const text = argumentAt(args, matcher.argument)
  if (matcher.kind !== 'command' || typeof text !== 'string') return null
  const params = firstMissed(matcher.value, read(text))
  return params && { code: 'misses.value', params }
}

const speaksOf = ({ argument }: Matcher, pointer: string): boolean =>
  pointer === argument || pointer.startsWith(`${argument}/`)

/** A Rule covers a trusted file only if it gives its exact path, alone or together with all other arguments. */
const names = (rule: Rule, path: string): boolean =>
  rule.matchers.some(({ argument, kind, value }) => kind === 'exact' && (argument === '' || value === path))
