/** `other` neither reads nor writes tables: SET, LISTEN, NOTIFY, savepoints. */
export type StatementKind = 'begin' | 'commit' | 'rollback' | 'write' | 'read' | 'other'

/** One statement without its literals. `targets` are the tables it writes, `columns` those an UPDATE sets. */
export type Statement = {
  kind: StatementKind
  sql: string
  targets: string[]
  verb: string
  columns: string[]
}

/** Reads a statement as `splitSql` leaves it. A SELECT counts as a write where it holds or calls one. */
export function readStatement(sql: string): Statement {
  const kind = kindOf(sql)
  const writes = kind === 'write' ? [...sql.matchAll(WRITE)] : []
  return {
    kind,
    sql,
    targets: [...new Set(writes.map(([, , name = '']) => tableName(name)))],
    verb: (writes[0]?.[1] ?? sql).split(' ')[0]?.toLowerCase() ?? '',
    columns: kind === 'write' ? columnsSetBy(sql) : [],
  }
}

const NAME = String.raw`(?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))*`
const WRITE = new RegExp(
  String.raw`\b(INSERT INTO|DELETE FROM|MERGE INTO|TRUNCATE(?: TABLE)?|UPDATE(?= (?:ONLY )?${NAME}(?: (?:AS )?(?!SET\b)(?:"[^"]+"|\w+))? SET\b))(?: ONLY)? (${NAME})`,
  'gi',
)
const CALLED_FOR_EFFECT = /\b(?:setval|delete_session|order_restored|pgboss\.\w+)\s*\(/i

function kindOf(sql: string): StatementKind {
  const word = /^\(*\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  switch (word) {
    case 'BEGIN':
    case 'START':
      return 'begin'
    case 'COMMIT':
    case 'END':
      return 'commit'
    case 'ABORT':
      return 'rollback'
    case 'ROLLBACK':
      return /^ROLLBACK( WORK| TRANSACTION)? TO\b/i.test(sql) ? 'other' : 'rollback'
    case 'SELECT':
    case 'WITH':
    case 'VALUES':
    case 'TABLE':
      return sql.search(WRITE) >= 0 || CALLED_FOR_EFFECT.test(sql) ? 'write' : 'read'
    case 'COPY':
      return /\bFROM\b/i.test(sql) ? 'write' : 'read'
    default:
      return WRITES.has(word) ? 'write' : 'other'
  }
}

const WRITES = new Set(
  'INSERT UPDATE DELETE MERGE TRUNCATE CREATE ALTER DROP GRANT REVOKE COMMENT CALL DO REFRESH'.split(' '),
)

/** The last part of a qualified name, without quotes: `"public"."Session"` is `Session`. */
const tableName = (name: string): string => name.split('.').at(-1)?.replaceAll('"', '') ?? ''

function columnsSetBy(sql: string): string[] {
  const body = /\bSET (.*?)(?= (?:FROM|WHERE|RETURNING)\b|$)/i.exec(sql)?.[1] ?? ''
  return outsideParentheses(body).map(part => tableName(part.split('=')[0]?.trim() ?? ''))
}

function outsideParentheses(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.filter(part => part.includes('='))
}
