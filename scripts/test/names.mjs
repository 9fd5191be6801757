import ts from 'typescript'

/** Alone they name nothing: what was found is a session, what was asked a request. */
const PARTICIPLES = /^(about|given|found|asked|told|shown|kept|seen|said|held|made)$/i

const TYPES = new Set([
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.EnumDeclaration,
])
const FIELDS = new Set([ts.SyntaxKind.PropertySignature, ts.SyntaxKind.PropertyDeclaration])

/** @param {string} file @param {string} text */
export const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest)

/**
 * How many types, parameters and fields of a file have a participle for a name.
 *
 * @param {ts.SourceFile} source
 */
export function participlesIn(source) {
  const counts = { types: 0, parameters: 0, fields: 0 }
  const visit = node => {
    const kind = TYPES.has(node.kind)
      ? 'types'
      : FIELDS.has(node.kind)
        ? 'fields'
        : ts.isParameter(node)
          ? 'parameters'
          : undefined
    if (kind && PARTICIPLES.test(node.name?.text ?? '')) counts[kind] += 1
    ts.forEachChild(node, visit)
  }
  visit(source)
  return counts
}

export const isParticiple = name => PARTICIPLES.test(name)

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
