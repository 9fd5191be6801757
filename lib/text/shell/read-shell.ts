import { type Command, forEachChild, parse, type Redirect, type SyntaxNode, type Word } from 'unbash'
import { ANY_COMMAND, innerCommands, type ShellWord } from './inner-commands'
import { plainWords } from './plain-words'

/**
 * What there is in a text: `commands` are the words of all simple commands in it, wherever they stand: in
 * substitutions, loops and functions, and in the arguments of commands that run others, such as `bash -c` and `sudo`.
 * A word with an expansion in it is null: it may be any words, or none. A command of which nothing can be told, such as
 * what `eval "$x"` runs, is a null alone. `writes` are the files that redirections write, `assigns` the variables that
 * are set by an assignment.
 */
type Contents = {
  commands: ShellWord[][]
  writes: ShellWord[]
  assigns: string[]
  isBackground: boolean
}

/**
 * `simple`: one command of plain words, the first of `commands`. `complex`: everything else that can be parsed, and
 * why it is not simple.
 */
export type ShellReading =
  | ({ kind: 'simple'; argv: string[] } & Contents)
  | ({ kind: 'complex'; reasons: string[] } & Contents)
  | { kind: 'unreadable'; reason: string }

/** What is longer is not read: reading is to take no time that anybody notices. */
export const LONGEST_COMMAND = 8 * 1024

/** The parser reads a text anew for each expansion that it stands in, so that they are what takes its time. */
const MOST_EXPANSIONS = 32
const EXPANSIONS = /[$<>=@?*+!]\(|\$[{[]|`|\(\(/g

/** So many commands within commands are followed. */
const DEEPEST = 16

type Findings = Contents & { reasons: Set<string>; fault: string | null }

/** Reads the text of a command as Bash would, without running anything. What is in doubt is never `simple`. */
export function readShell(text: string): ShellReading {
  if (text.length > LONGEST_COMMAND)
    return unreadable(`It is longer than ${LONGEST_COMMAND / 1024} KB of text.`)
  if ((text.match(EXPANSIONS)?.length ?? 0) > MOST_EXPANSIONS)
    return unreadable('It holds too many expansions.')
  if (text.includes('\0') || !text.isWellFormed())
    return unreadable('It holds characters that cannot be passed on.')
  try {
    return readingOf(text)
  } catch (error) {
    // What the parser cannot cope with is one of its answers here, whatever it throws.
    return unreadable(
      `It cannot be parsed: ${error instanceof Error ? error.message : 'no reason is known'}.`,
    )
  }
}

function readingOf(text: string): ShellReading {
  const findings: Findings = {
    commands: [],
    reasons: new Set(),
    writes: [],
    assigns: [],
    isBackground: false,
    fault: null,
  }
  gather(text, 0, findings)
  const { reasons, fault, ...contents } = findings
  if (fault !== null) return unreadable(fault)
  const argv = plainWords(text)
  const [words] = contents.commands
  if (reasons.size === 0 && argv?.length && words) {
    if (!isSame(argv, words)) return unreadable('It can be read in two ways.')
    return { kind: 'simple', argv, ...contents }
  }
  if (reasons.size === 0) reasons.add('Not written in plain words')
  return { kind: 'complex', reasons: [...reasons], ...contents }
}

const unreadable = (reason: string): ShellReading => ({ kind: 'unreadable', reason })

const isSame = (argv: string[], words: ShellWord[]): boolean =>
  argv.length === words.length && argv.every((word, index) => word === words[index])

/** The tree is walked without recursion, so that no depth of it can exhaust the stack. */
function gather(text: string, depth: number, findings: Findings): void {
  const nodes: SyntaxNode[] = [parse(text)]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    visit(node, depth, findings)
    const children: SyntaxNode[] = []
    forEachChild(node, child => children.push(child))
    nodes.push(...children.reverse())
  }
}

const ONE_OF_MANY = 'More than one command'
const EXPANSION = 'An expansion, which is known only when it runs'
const REASONS: Partial<Record<SyntaxNode['type'], string>> = {
  AndOr: ONE_OF_MANY,
  Pipeline: ONE_OF_MANY,
  Subshell: ONE_OF_MANY,
  BraceGroup: ONE_OF_MANY,
  If: 'A condition',
  Case: 'A condition',
  TestCommand: 'A condition',
  For: 'A loop',
  ArithmeticFor: 'A loop',
  Select: 'A loop',
  While: 'A loop',
  Function: 'A function',
  Coproc: 'A command in the background',
  ArithmeticCommand: 'Arithmetic',
  Assignment: 'A variable is set',
  Glob: EXPANSION,
  ExtendedGlob: EXPANSION,
  BraceExpansion: EXPANSION,
  LocaleString: EXPANSION,
  SimpleExpansion: EXPANSION,
  ParameterExpansion: EXPANSION,
  CommandExpansion: EXPANSION,
  ArithmeticExpansion: EXPANSION,
  ProcessSubstitution: EXPANSION,
  ArithmeticCommandExpansion: EXPANSION,
  Redirected: 'A redirection',
  HereDoc: 'A redirection',
  HereString: 'A redirection',
}

function visit(node: SyntaxNode, depth: number, findings: Findings): void {
  const { commands, reasons, assigns } = findings
  const reason = REASONS[node.type]
  if (reason) reasons.add(reason)
  if (isCut(node)) findings.fault ??= 'A part of it cannot be parsed.'
  switch (node.type) {
    case 'Script':
      if (node.errors?.length) findings.fault ??= `It cannot be parsed: ${node.errors[0]?.message ?? ''}.`
      if (node.commands.length > 1) reasons.add(ONE_OF_MANY)
      return
    case 'Statement':
      if (node.background) findings.isBackground = true
      if (node.background) reasons.add('A command in the background')
      return
    case 'Coproc':
      findings.isBackground = true
      return
    case 'Command':
      addCommand(wordsOf(node), depth, findings)
      return
    case 'Assignment':
      assigns.push(node.name)
      return
    case 'Redirect':
      addRedirect(node, findings)
      return
    case 'Word':
      if (literalOf(node) === null) reasons.add(EXPANSION)
      return
    case 'Transform':
      commands.push(ANY_COMMAND)
      return
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      // Bash evaluates texts in places that do not look like it: the index of an array, `test -v`, `printf -v`.
      if (/\$[({]|`/.test(node.value)) commands.push(ANY_COMMAND)
  }
}

/** Whether the parser passed over a part of a node that may hold commands. */
function isCut(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      return node.script === undefined
    case 'ArithmeticExpansion':
      return node.expression === undefined && /[$`]/.test(node.text.slice(1))
    case 'ArithmeticCommand':
      return node.expression === undefined && node.body.trim() !== ''
    default:
      return node.type === 'Unknown'
  }
}

/** A command, and what it runs in turn. */
function addCommand(words: ShellWord[], depth: number, findings: Findings): void {
  if (words.length === 0) return
  findings.commands.push(words)
  const { commands, scripts } = innerCommands(words)
  if (commands.length + scripts.length === 0) return
  if (depth >= DEEPEST) {
    findings.commands.push(ANY_COMMAND)
    return
  }
  for (const inner of commands) addCommand(inner, depth + 1, findings)
  for (const script of scripts) addScript(script, depth + 1, findings)
}

/** The text is a word of the outer command, which stays as simple as it is. What it cannot be read as may be anything. */
function addScript(text: string, depth: number, findings: Findings): void {
  const inner: Findings = { ...findings, reasons: new Set(), fault: null }
  gather(text, depth, inner)
  if (inner.isBackground) findings.isBackground = true
  if (inner.fault !== null) findings.commands.push(ANY_COMMAND)
}

function wordsOf({ name, args }: Command): ShellWord[] {
  const words = args.map(arg => {
    if (arg.type === 'Word') return literalOf(arg)
    const value = arg.value.type === 'Word' && !arg.index ? literalOf(arg.value) : null
    return value === null ? null : `${arg.name}${arg.append ? '+=' : '='}${value}`
  })
  return name ? [literalOf(name), ...words] : words
}

/** The word without its quotes; null where it depends on more than its text. */
function literalOf({ text, value, parts }: Word): ShellWord {
  if (/(?:^|[=:])~/.test(text) || /\$'[^']*\\c/.test(text)) return null
  if (value.includes('\ufffd') && !text.includes('\ufffd')) return null
  const isFixed = (parts ?? []).every(part =>
    part.type === 'DoubleQuoted'
      ? part.parts.every(({ type }) => type === 'Literal')
      : part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted',
  )
  return isFixed ? value : null
}

function addRedirect({ operator, target }: Redirect, { reasons, writes }: Findings): void {
  const isToNothing = target?.text === '/dev/null' && operator !== '<&' && operator !== '>&'
  if (isToNothing) return
  reasons.add('A redirection')
  const isCopy = operator === '>&' && /^(?:\d+-?|-)$/.test(target?.text ?? '')
  if (operator !== '<' && operator !== '<&' && !isCopy) writes.push(target ? literalOf(target) : null)
}
