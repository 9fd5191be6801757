/**
 * The statements of an SQL text, with comments left out, every string literal emptied and white space
 * collapsed: safe to search for keywords and to print. Quoted identifiers stay.
 */
export function splitSql(sql: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(statement)
      statement = ''
    } else if (token.startsWith('--') || token.startsWith('/*')) statement += ' '
    else if (/^e?'/i.test(token) || /^\$\w*\$/.test(token)) statement += "''"
    else statement += token
  }
  return [...statements, statement].map(text => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

const TOKEN =
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|;|[A-Za-z_0-9]+|[\s\S]/g
