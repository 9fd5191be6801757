import { matchesGlob, plainPath } from '@/lib/text/glob'
import { nameOfCommand, type ShellWord } from '@/lib/text/shell/inner-commands'
import type { ShellReading } from '@/lib/text/shell/read-shell'
import { oneLine } from '@/lib/text/truncate'
import { risksOf } from './command-risks'
import { isWild } from './rule'
import { isTrustedFile } from './trusted-files'

/**
 * How sure it is that a condition is met. `possible`: it cannot be ruled out, because the command cannot be read as a
 * whole or spells its words otherwise. A Rule that denies then asks, and one that allows says nothing.
 */
export type Match = 'certain' | 'possible' | 'none'

const REST = '…'

/**
 * Whether a Rule that allows covers a command: a simple one, word by word, of a program that is named. What runs another
 * command is covered only where every word is named, since whoever allows `env …` does not mean to allow everything.
 * Words that nobody named make nothing dangerous: `git *` is no `git clean`, and `sed …` no `sed 1e`.
 */
export function allowsCommand(pattern: string[], reading: ShellReading): boolean {
  if (reading.kind !== 'simple') return false
  const { argv, commands } = reading
  const { words, isOpen } = partsOf(pattern)
  if (isWild(words[0] ?? '') || argv.flatMap(piecesOf).length > MOST_PIECES) return false
  if (commands.length > 1 && (isOpen || words.some((word, index) => word !== argv[index]))) return false
  if (isOpen ? argv.length < words.length : argv.length !== words.length) return false
  if (dangersIn(argv).some(danger => !dangersIn(words).includes(danger))) return false
  return argv.every((word, index) => {
    const pattern = words[index]
    if (pattern === undefined) return isHarmless(word) && !isFlag(word)
    if (pattern === word) return true
    // `./git` is not `git`: the one is a file here, the other is looked for among the programs.
    if (index === 0 && pattern.includes('/') !== word.includes('/')) return false
    return isHarmless(word) && isFlag(pattern) === isFlag(word) && matchesGlob(pattern, word)
  })
}

/** How far a pattern goes along with a command, and the first word that it does not cover. Null where that tells nothing. */
export function firstMissed(
  pattern: string[],
  reading: ShellReading,
): { covered: string; word: string } | null {
  if (reading.kind !== 'simple') return null
  const { words, isOpen } = partsOf(pattern)
  const at = reading.argv.findIndex((word, index) => {
    const own = words[index]
    return own === undefined ? !isOpen || isFlag(word) : own !== word && !matchesGlob(own, word)
  })
  const word = reading.argv[at]
  const covered = words.slice(0, at).join(' ')
  return word === undefined || covered === '' ? null : { covered: oneLine(covered), word: oneLine(word) }
}

const dangersIn = (words: string[]): string[] =>
  risksOf(words).flatMap(({ level, reason }) => (level === 'high' ? [reason] : []))

/**
 * Whether a Rule that denies or asks speaks of a command: of any in the text, wherever it stands in it and whatever
 * else there is. Its `"…"` covers flags too.
 */
export function deniesCommand(pattern: string[], reading: ShellReading): Match {
  if (reading.kind === 'unreadable') return 'possible'
  const parts = partsOf(pattern)
  if (reading.commands.some(words => isDenied(parts, words))) return 'certain'
  return reading.commands.some(words => mayBeDenied(parts, words)) ? 'possible' : 'none'
}

type Parts = { words: string[]; isOpen: boolean }

function partsOf(pattern: string[]): Parts {
  const isOpen = pattern.at(-1) === REST
  return { words: isOpen ? pattern.slice(0, -1) : pattern, isOpen }
}

/** What may be a path of its own in a word: `--output=a`, `a:b`. */
const piecesOf = (word: string): string[] => word.split(/[=:,]/)

/** Of a command with more, nothing is covered: each of them is looked up among the files that programs trust. */
const MOST_PIECES = 300

const isFlag = (word: string): boolean => word.startsWith('-')

/**
 * What a wildcard covers: no operators, which some programs take as arguments; nothing that Bash may evaluate later,
 * as `printf -v` does with `a[$(id)]`; no way up; no files that other programs run by themselves.
 */
const isHarmless = (word: string): boolean =>
  !/^[;&|<>(){}!,[\]]+$/.test(word) &&
  !/\$[({[]|`/.test(word) &&
  piecesOf(word).every(part => !climbs(part) && !isTrustedFile(part))

const climbs = (word: string): boolean => word.split(/[\\/]/).includes('..')

function isDenied({ words, isOpen }: Parts, command: ShellWord[]): boolean {
  if (isOpen ? command.length < words.length : command.length !== words.length) return false
  return words.every((pattern, index) => {
    const word = index === 0 ? nameFor(pattern, command) : command[index]
    return typeof word === 'string' && isMeant(pattern, word)
  })
}

/** `/bin/rm` is `rm`, where the pattern has a name and no path. */
const nameFor = (pattern: string, command: ShellWord[]): ShellWord =>
  pattern.includes('/') ? (command[0] ?? null) : nameOfCommand(command)

function isMeant(pattern: string, word: string): boolean {
  if (pattern === word) return true
  // Most words of most commands: there is nothing in them that could be spelled in another way.
  if (!/[*?/]/.test(pattern) && !word.includes('/')) return false
  return plainPath(pattern) === plainPath(word) || matchesGlob(pattern, word)
}

/** Whether a command may be the one that is meant, in another order or spelling, or with words that are not known. */
function mayBeDenied({ words, isOpen }: Parts, command: ShellWord[]): boolean {
  const [name, ...rest] = words
  const own = name === undefined ? null : nameFor(name, command)
  if (own !== null && name !== undefined && !isMeant(name, own) && !climbs(own)) return false
  if (command.includes(null)) return true
  const args = command.slice(1).filter(word => word !== null)
  const flags = args.filter(isFlag)
  const others = rest.filter(word => !isFlag(word))
  if (!isOpen && args.length - flags.length > others.length + flags.length) return false
  return rest.every(pattern =>
    isFlag(pattern)
      ? hasFlag(pattern, flags)
      : args.some(word => isMeant(pattern, word) || (climbs(word) && !climbs(pattern))),
  )
}

/** A flag, also with its value, cut short, or together with others: `-rf` is in `-r -f` and in `-vfr`. */
function hasFlag(pattern: string, flags: string[]): boolean {
  const letters = new Set(flags.filter(flag => !flag.startsWith('--')).flatMap(flag => [...flag.slice(1)]))
  if (/^-[A-Za-z0-9]+$/.test(pattern) && [...pattern.slice(1)].every(letter => letters.has(letter)))
    return true
  return flags.some(flag => {
    const [name = ''] = flag.split('=')
    return (
      isMeant(pattern, flag) ||
      (name.startsWith('--') && name.length > 2 && pattern.startsWith(name)) ||
      name === pattern
    )
  })
}
