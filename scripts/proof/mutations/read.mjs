import { unit } from './guards.mjs'

/** Commands: what a Rule may let pass, and what it may not overlook. */

const invariant = 'I3 nothing runs undecided'
const attack = test => unit('domain/policy/command-attacks', test)
const rules = test => unit('domain/policy/matches-command', test)

/** @type {import('./mutations.mjs').Mutation[]} */
export const READ = [
  {
    invariant,
    name: 'a command is simple where one reader says so',
    file: 'lib/text/shell/read-shell.ts',
    from: 'const argv = plainWords(text)',
    to: "const argv = contents.commands[0]?.map(word => word ?? '')",
    guard: unit('text/shell/read-shell', 'is not simple'),
  },
  {
    invariant,
    name: 'further words cover flags where a rule allows',
    file: 'lib/domain/policy/matches-command.ts',
    from: 'return isHarmless(word) && !isFlag(word)',
    to: 'return isHarmless(word)',
    guard: attack('a command that is made to pass'),
  },
  {
    invariant,
    name: 'further words cover what programs run by themselves, and the way up',
    file: 'lib/domain/policy/matches-command.ts',
    from: 'return isHarmless(word) && !isFlag(word)',
    to: 'return !isFlag(word)',
    guard: rules('does not allow'),
  },
  {
    invariant,
    name: 'a rule about a wrapper covers all that it runs',
    file: 'lib/domain/policy/matches-command.ts',
    from: 'if (commands.length > 1 && (',
    to: 'if (commands.length > 99 && (',
    guard: rules('does not allow'),
  },
  {
    invariant,
    name: 'a denial that may speak of a command says nothing',
    file: 'lib/domain/policy/matches-command.ts',
    from: "if (reading.kind === 'unreadable') return 'possible'",
    to: "if (reading.kind === 'unreadable') return 'none'",
    guard: attack('asks where it may be what is denied'),
  },
  {
    invariant,
    name: 'a possible denial counts for nothing against what allows',
    file: 'lib/domain/policy/judge.ts',
    from: "return match === 'none' ? [] : [{ rule, effect }]",
    to: "return match !== 'certain' ? [] : [{ rule, effect }]",
    guard: attack('asks where it may be what is denied'),
  },
  {
    invariant,
    name: 'a denial looks at the first command alone',
    file: 'lib/domain/policy/matches-command.ts',
    from: 'if (reading.commands.some(words => isDenied(parts, words)))',
    to: 'if (reading.commands.slice(0, 1).some(words => isDenied(parts, words)))',
    guard: attack('is denied, whatever else allows it'),
  },
  {
    invariant,
    name: 'commands in the arguments of others are not read',
    file: 'lib/text/shell/read-shell.ts',
    from: 'const { commands, scripts } = innerCommands(words)',
    to: 'const { commands, scripts } = innerCommands([null])',
    guard: unit('text/shell/inner-commands', 'holds'),
  },
  {
    invariant,
    name: 'what the parser could not read passes for read',
    file: 'lib/text/shell/read-shell.ts',
    from: 'if (fault !== null) return unreadable(fault)',
    to: "if (fault === '') return unreadable(fault)",
    guard: unit('text/shell/read-shell', 'what cannot be read is said to be so'),
  },
  {
    invariant,
    name: 'the second reader takes comments for words',
    file: 'lib/text/shell/plain-words.ts',
    from: "text[at] === '#' && at > start",
    to: "text[at] === '#'",
    guard: unit('text/shell/read-shell', 'is not simple'),
  },
]
