import path from 'node:path'
import ts from 'typescript'
import { ROOT } from '../launch/settings.mjs'

/** What TypeScript says of a name that is not there. A wrong type alone is none of it: a mutation may break that. */
const UNKNOWN = new Set([
  // a variable
  ...[2304, 2311, 2503, 2552, 2570, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2662, 2663, 2833],
  ...[2867, 2868, 18004],
  // a variable before it has a value
  ...[2448, 2449, 2450, 2454, 2565, 2729],
  // a value, where there is only a type
  ...[1361, 1362, 2585, 2686, 2690, 2693],
  // a module, or what it exports
  ...[2305, 2306, 2307, 2613, 2614, 2694, 2724, 2732, 2792, 2882],
  // a property, or a field of a literal
  ...[2339, 2550, 2551, 2568, 2576, 2812, 7053, 2353, 2561],
])

/**
 * Which mutations name something that is not there, or cannot be parsed: any test fails on such a mutant, whatever it
 * looks at, so that its end proves nothing. What is said of the file as it is does not count. Files that TypeScript
 * cannot read are left `unread`.
 *
 * Each mutant stands in memory beside its file, where nobody imports it: so one program reads all of them, and each
 * sees the rest of the repository as it is.
 *
 * @template {{ file: string, from: string, to: string }} Mutation
 * @param {Mutation[]} mutations
 * @param {(file: string) => string} textOf
 * @returns {{ faults: { mutation: Mutation, messages: string[] }[], unread: Mutation[] }}
 */
export function unknownNames(mutations, textOf) {
  const [readable, unread] = [true, false].map(is => mutations.filter(({ file }) => isReadable(file) === is))
  const mutants = readable.map((mutation, index) => mutantOf(mutation, { index, textOf }))
  const program = programOf(new Map(mutants.flatMap(({ texts }) => texts)))
  const faults = mutants
    .map(({ mutation, texts: [[original], [mutant]] }) => {
      const all = messagesOf(program, mutant)
      return { mutation, messages: all.length > 0 ? without(all, messagesOf(program, original)) : [] }
    })
    .filter(({ messages }) => messages.length > 0)
  return { faults, unread }
}

const isReadable = file => /\.(ts|tsx|mjs)$/.test(file)

function mutantOf(mutation, { index, textOf }) {
  const original = path.join(ROOT, mutation.file)
  const { dir, name, ext } = path.parse(original)
  const text = textOf(mutation.file)
  const mutant = path.join(dir, `${name}.mutant-${index}${ext}`)
  const mutated = text.replace(mutation.from, () => mutation.to)
  const texts = [
    [original, text],
    [mutant, mutated],
  ]
  return { mutation, texts }
}

/** @param {Map<string, string>} texts by file, whether it is on disk or not */
function programOf(texts) {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const roots = { ...config, include: [], files: [...texts.keys()] }
  const { options, fileNames } = ts.parseJsonConfigFileContent(roots, ts.sys, ROOT)
  const settings = { ...options, checkJs: true, incremental: false }
  const host = ts.createCompilerHost(settings)
  const { fileExists, readFile } = host
  host.fileExists = file => texts.has(file) || fileExists(file)
  host.readFile = file => texts.get(file) ?? readFile(file)
  return ts.createProgram(fileNames, settings, host)
}

function messagesOf(program, file) {
  const source = program.getSourceFile(file)
  const unknown = program.getSemanticDiagnostics(source).filter(({ code }) => UNKNOWN.has(code))
  return [
    ...[...program.getSyntacticDiagnostics(source), ...unknown].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, ' '),
    ),
    ...namesOfPage(program, source),
  ]
}

/** TypeScript knows the globals of a page everywhere, as `status` and `event`; Node does not have them. */
function namesOfPage(program, source) {
  const messages = []
  const visit = node => {
    if (ts.isIdentifier(node) && !(node.text in globalThis) && isOfPage(program.getTypeChecker(), node))
      messages.push(`Only a page has a global '${node.text}'.`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return messages
}

function isOfPage(checker, identifier) {
  if (ts.isPartOfTypeNode(identifier)) return false
  const { parent } = identifier
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(identifier)
  const global = symbol?.valueDeclaration
  if (!global || !(ts.isVariableDeclaration(global) || ts.isFunctionDeclaration(global))) return false
  return path.basename(global.getSourceFile().fileName) === 'lib.dom.d.ts'
}

/** As often as something is said of the file as it is, it may be said of the mutant. */
function without(messages, before) {
  const left = [...before]
  return messages.filter(message => {
    const at = left.indexOf(message)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
