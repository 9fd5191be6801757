import ts from 'typescript'

/** Alone they say nothing: what was found is a session, what was asked a request, a place is a path or a scope. */
const VAGUE =
  /^(about|given|found|asked|told|shown|kept|said|held|made|heard|begun|born|ruled|hashed|drawn|chosen|known|taken|gone|meant|wanted|missed|besides|look|places?|wish|prospect|ruling|hand|outlet|waker|hearing|briefing|briefed|deeds|oriented|runaway|orient|remind|takeIn|putBack|endThere|goOn|dock|outbox|news)$/i

/** @param {string} file @param {string} text */
export const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest)

export const isVague = name => VAGUE.test(name)

const isDeclaration = node =>
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node)

/**
 * The declarations of a file whose names say nothing: types, fields, parameters, functions and locals.
 *
 * @param {ts.SourceFile} source
 * @returns {{ name: string, line: number }[]}
 */
export function vagueNamesIn(source) {
  const names = []
  const visit = node => {
    const name = isDeclaration(node) ? (node.name?.text ?? '') : ''
    if (isVague(name))
      names.push({ name, line: source.getLineAndCharacterOfPosition(node.name.getStart(source)).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

/** A type and its schema are one thing, and so are the forms of a function. @param {ts.SourceFile} source */
export function exportsOf({ statements }) {
  const isExported = ({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  const names = statements
    .filter(isExported)
    .flatMap(({ name, declarationList }) =>
      name ? [name.text] : (declarationList?.declarations ?? []).map(declared => declared.name.text),
    )
  return new Set(names)
}
