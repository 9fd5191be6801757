import { matchesGlob, plainPath } from '@/lib/text/glob'
import type { ShellReading } from '@/lib/text/shell/read-shell'
import { allowsCommand, deniesCommand, type Match } from './matches-command'
import type { Matcher } from './rule'

/**
 * Whether the arguments of a Call meet a condition, each value read as it stands. A value of another type than the
 * condition expects does not. A command is a matter of `matchesCommand`.
 */
export function matches(matcher: Matcher, args: unknown): boolean {
  const value = at(args, matcher.argument)
  if (value === undefined) return false
  switch (matcher.kind) {
    case 'exact':
      return same(value, matcher.value)
    case 'prefix':
      return typeof value === 'string' && value.startsWith(matcher.value)
    case 'glob':
      return typeof value === 'string' && matchesGlob(matcher.value, value)
    case 'host':
      return typeof value === 'string' && isHost(matcher.value, value)
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
  const text = at(args, matcher.argument)
  if (typeof text !== 'string') return 'none'
  if (!allows) return deniesCommand(matcher.value, read(text))
  return allowsCommand(matcher.value, read(text)) ? 'certain' : 'none'
}

/** Whether the value that a condition tests climbs by `..`: no Rule lets such a path or address pass. */
export function climbs(matcher: Matcher, args: unknown): boolean {
  const value = at(args, matcher.argument)
  return typeof value === 'string' && value.split(/[\\/]/).includes('..')
}

/** Whether a condition names one of the paths that a Call would touch, however either of them spells it. */
export function matchesPath(matcher: Matcher, args: unknown, paths: string[]): boolean {
  const value = at(args, matcher.argument)
  if (typeof value !== 'string' || typeof matcher.value !== 'string') return false
  const [path, wanted] = [plainPath(value), plainPath(matcher.value)]
  if (!paths.includes(path)) return false
  if (matcher.kind === 'exact') return path === wanted
  return matcher.kind === 'prefix' && path.startsWith(matcher.value.endsWith('/') ? `${wanted}/` : wanted)
}

/** The value at a JSON pointer. */
function at(value: unknown, pointer: string): unknown {
  if (pointer === '') return value
  let found = value
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

/** Equality of JSON values, whatever the order of keys. */
function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const keys = Object.keys(one)
  if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) return false
  return keys.every(key => Object.hasOwn(other, key) && same(at(one, pointer(key)), at(other, pointer(key))))
}

const pointer = (key: string): string => `/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`

/** `*.example.org` is every host below it, not `example.org` itself. A port matches only if it is named. */
function isHost(pattern: string, address: string): boolean {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return false
  const host = url.host.replace(/\.(?=:|$)/, '')
  const wanted = pattern.toLowerCase()
  return wanted.startsWith('*.')
    ? host.endsWith(wanted.slice(1)) && host !== wanted.slice(2)
    : host === wanted
}

const isWithin = (
  { min, max }: { min?: number | undefined; max?: number | undefined },
  value: number,
): boolean => (min === undefined || value >= min) && (max === undefined || value <= max)
