import { type Command, forEachChild, parse, type Redirect, type SyntaxNode, type Word } from 'unbash'
import type { CodedText } from '@/lib/messages/phrase'
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
 * `simple`: one command of plain words, the first of `commands`. `complex`: everything else that can be parsed.
 */
export type ShellReading =
  | ({ kind: 'simple'; argv: string[] } & Contents)
  | ({ kind: 'complex' } & Contents)
  | { kind: 'unreadable'; reason: CodedText }

/** What is longer is not read: reading is to take no time that anybody notices. */
export const LONGEST_COMMAND = 8 * 1024

/** The parser reads a text anew for each expansion that it stands in, so that they are what takes its time. */
const MOST_EXPANSIONS = 32
const EXPANSIONS = /[$<>=@?*+!]\(|\$[{[]|`|\(\(/g

/** So many commands within commands are followed. */
const DEEPEST = 16

type Findings = Contents & { isComplex: boolean; fault: CodedText | null }

/** Reads the text of a command as Bash would, without running anything. What is in doubt is never `simple`. */
export function readShell(text: string): ShellReading {
  if (text.length > LONGEST_COMMAND)
    return unreadable({ code: 'shell.long', params: { limit: LONGEST_COMMAND / 1024 } })
  if ((text.match(EXPANSIONS)?.length ?? 0) > MOST_EXPANSIONS) return unreadable({ code: 'shell.expansions' })
  if (text.includes('\0') || !text.isWellFormed()) return unreadable({ code: 'shell.characters' })
  try {
    return readingOf(text)
  } catch (error) {
    // What the parser cannot cope with is one of its answers here, whatever it throws.
    return unreadable(unparsed(error instanceof Error ? error.message : String(error)))
  }
}

function readingOf(text: string): ShellReading {
  const findings: Findings = {
    commands: [],
    isComplex: false,
    writes: [],
    assigns: [],
    isBackground: false,
    fault: null,
  }
  gather(text, 0, findings)
  const { isComplex, fault, ...contents } = findings
  if (fault !== null) return unreadable(fault)
  const argv = plainWords(text)
  const [words] = contents.commands
  if (!isComplex && argv?.length && words) {
    const isSame = argv.length === words.length && argv.every((word, index) => word === words[index])
    if (!isSame) return unreadable({ code: 'shell.twoWays' })
    return { kind: 'simple', argv, ...contents }
  }
  return { kind: 'complex', ...contents }
}

const unreadable = (reason: CodedText): ShellReading => ({ kind: 'unreadable', reason })

const unparsed = (reason: string): CodedText => ({ code: 'shell.unparsed', params: { reason } })

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

/** What makes a text more than one command of plain words. */
const COMPLEX = new Set<SyntaxNode['type']>([
  'AndOr',
  'Pipeline',
  'Subshell',
  'BraceGroup',
  'If',
  'Case',
  'TestCommand',
  'For',
  'ArithmeticFor',
  'Select',
  'While',
  'Function',
  'Coproc',
  'ArithmeticCommand',
  'Assignment',
  'Glob',
  'ExtendedGlob',
  'BraceExpansion',
  'LocaleString',
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
  'ArithmeticCommandExpansion',
  'Redirected',
  'HereDoc',
  'HereString',
])

function visit(node: SyntaxNode, depth: number, findings: Findings): void {
  const { commands, assigns } = findings
  if (COMPLEX.has(node.type)) findings.isComplex = true
  if (isCut(node)) findings.fault ??= { code: 'shell.part' }
  switch (node.type) {
    case 'Script':
      if (node.errors?.length) findings.fault ??= unparsed(node.errors[0]?.message ?? '')
      if (node.commands.length > 1) findings.isComplex = true
      return
    case 'Statement':
      if (node.background) {
        findings.isBackground = true
        findings.isComplex = true
      }
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
      if (literalOf(node) === null) findings.isComplex = true
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
  const inner: Findings = { ...findings, fault: null }
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

function addRedirect({ operator, target }: Redirect, findings: Findings): void {
  const isToNothing = target?.text === '/dev/null' && operator !== '<&' && operator !== '>&'
  if (isToNothing) return
  findings.isComplex = true
  const isCopy = operator === '>&' && /^(?:\d+-?|-)$/.test(target?.text ?? '')
  if (operator !== '<' && operator !== '<&' && !isCopy)
    findings.writes.push(target ? literalOf(target) : null)
}
