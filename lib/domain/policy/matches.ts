import { matchesGlob, plainPath } from '@/lib/text/glob'
import { keysIn } from '@/lib/text/json/json-value'
import type { ShellReading } from '@/lib/text/shell/read-shell'
import { allowsCommand, deniesCommand, type Match } from './matches-command'
import type { Matcher } from './rule'

/**
 * Whether the arguments of a Call meet a condition, each value read as it stands, and an address as what it comes to. A
 * value of another type than the condition expects does not. A command is a matter of `matchesCommand`.
 */
export function matches(matcher: Matcher, args: unknown): boolean {
  const value = argumentAt(args, matcher.argument)
  if (value === undefined) return false
  switch (matcher.kind) {
    case 'exact':
      return isSameJson(value, matcher.value)
    case 'prefix':
      return typeof value === 'string' && beginsWith(matcher.value, value)
    case 'glob':
      return typeof value === 'string' && fitsGlob(matcher.value, value)
    case 'host':
      return typeof value === 'string' && isAtHost(matcher.value, value)
    case 'range':
      return typeof value === 'number' && isWithin(matcher.value, value)
    case 'command':
      return false
    default:
      return matcher satisfies never
  }
}

/** How sure it is that the command in the arguments meets a condition, for a Rule that allows or one that does not. */
export function matchesCommand(
  matcher: Extract<Matcher, { kind: 'command' }>,
  args: unknown,
  { read, allows }: { read: (text: string) => ShellReading; allows: boolean },
): Match {
  const text = argumentAt(args, matcher.argument)
  if (typeof text !== 'string') return 'none'
  if (!allows) return deniesCommand(matcher.value, read(text))
  return allowsCommand(matcher.value, read(text)) ? 'certain' : 'none'
}

/** Whether the value that a condition tests climbs by `..`: no Rule lets such a path or address pass. */
export function climbs(matcher: Matcher, args: unknown): boolean {
  const value = argumentAt(args, matcher.argument)
  return typeof value === 'string' && value.split(/[\\/]/).includes('..')
}

/** The paths that a Call would touch by the argument that a condition tests: for what reads also where links lead. */
export function pathsTested(
  matcher: Matcher,
  args: unknown,
  { paths, readOnly }: { paths: string[]; readOnly: boolean },
): string[] {
  const value = argumentAt(args, matcher.argument)
  const path = typeof value === 'string' ? plainPath(value) : null
  return path === null || !paths.includes(path) ? [] : readOnly ? paths : [path]
}

/** Whether a condition means a path of the workspace, however it is spelled there. */
export function matchesPath(matcher: Matcher, path: string): boolean {
  if (typeof matcher.value !== 'string') return false
  const pattern = plainPath(matcher.value)
  if (matcher.kind === 'exact') return path === pattern
  if (matcher.kind === 'glob') return matchesGlob(pattern, path)
  const start = pattern && matcher.value.endsWith('/') ? `${pattern}/` : pattern
  return matcher.kind === 'prefix' && path.startsWith(start)
}

/** The argument that a JSON pointer names; undefined where there is none. */
export function argumentAt(value: unknown, pointer: string): unknown {
  let member = value
  for (const key of keysIn(pointer)) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, key)) return undefined
    member = (member as Record<string, unknown>)[key]
  }
  return member
}

export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const keys = Object.keys(one)
  if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) return false
  return keys.every(
    key => Object.hasOwn(other, key) && isSameJson(Reflect.get(one, key), Reflect.get(other, key)),
  )
}

const beginsWith = (start: string, value: string): boolean =>
  isAddress(value)
    ? /^https?:\/\/[^/?#\\@*]+\//.test(start) && wholeAddress(value)?.startsWith(start) === true
    : value.startsWith(start)

/** A glob of an address says which host it means, by more than wildcards. */
function fitsGlob(glob: string, value: string): boolean {
  if (!isAddress(value)) return matchesGlob(glob, value)
  const host = /^https?:\/\/(?<host>[^/]+)\//.exec(glob)?.groups?.host ?? '*'
  const whole = wholeAddress(value)
  return !/^[*?.]*$/.test(host) && whole !== null && matchesGlob(glob, whole)
}

const isAddress = (value: string): boolean => value.includes('://') || (URL.parse(value)?.host ?? '') !== ''

/** An address whose host every program reads alike: no user, no other sign for a slash, no number in another form. */
const PLAIN_ADDRESS = /^https?:\/\/(?<host>[a-z\d.-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#][^\s\\]*)?$/iu

function plainAddress(value: string): URL | null {
  const url = URL.parse(value)
  const host = PLAIN_ADDRESS.exec(value)?.groups?.host
  return url !== null && host?.toLowerCase() === url.hostname ? url : null
}

/** What a plain address comes to; null where it climbs, in whatever code the dots and slashes are. */
function wholeAddress(value: string): string | null {
  const url = plainAddress(value)
  const path = url?.pathname.replace(/%(?:25)*2e/gi, '.').replace(/%(?:25)*(?:2f|5c)/gi, '/')
  return url === null || path?.split('/').includes('..') ? null : url.href
}

/**
 * `*.example.org` is every host below it, not `example.org` itself. Another port than that of `https` matches only if it
 * is named, that of `http` as well: what is not encrypted is not sure to be that host.
 */
function isAtHost(pattern: string, address: string): boolean {
  const url = plainAddress(address)
  const { name, port } = hostIn(pattern)
  if (url === null || !isNamed(name, url)) return false
  return port === undefined ? url.protocol === 'https:' && url.port === '' : port === portOf(url)
}

/** Whether an address may be at a host that is not to be reached, whoever it is asked as and however it is spelled. */
export function mayBeAtHost(matcher: Matcher, args: unknown): boolean {
  const value = argumentAt(args, matcher.argument)
  const url = typeof value === 'string' && matcher.kind === 'host' ? URL.parse(value) : null
  if (url === null || matcher.kind !== 'host') return false
  const { name, port } = hostIn(matcher.value)
  return isNamed(name, url) && (port === undefined || port === portOf(url))
}

function hostIn(pattern: string): { name: string; port?: string | undefined } {
  const { name = pattern, port } = /^(?<name>\[[^\]]*\]|[^:]*)(?::(?<port>\d+))?$/.exec(pattern)?.groups ?? {}
  return { name: name.toLowerCase(), port }
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'http:' ? '80' : '443')

function isNamed(pattern: string, { hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, '')
  return pattern.startsWith('*.')
    ? host.endsWith(pattern.slice(1)) && host !== pattern.slice(2)
    : host === pattern
}

type Range = Extract<Matcher, { kind: 'range' }>['value']

const isWithin = ({ min = -Infinity, max = Infinity }: Range, value: number): boolean =>
  value >= min && value <= max
