import { readStatement, type Statement } from './statement'

/** A statement as it was sent. `rows`: how many it touched, where that is known. */
export type Sent = Statement & { parameters: string[]; rows?: number }

/** What becomes durable at once: the writes of a transaction block, or of one autocommitted message. */
export type Transaction = { autocommit: boolean; writes: Sent[] }

export const send = (sql: string, parameters: string[] = []): Sent => ({ ...readStatement(sql), parameters })

/** Status of a connection as ReadyForQuery tells it: idle, in a transaction block, in a failed one. */
export type Status = 'I' | 'T' | 'E'

/**
 * Follows one connection. `commitsWith` says, before a batch of statements is forwarded, what it would make
 * durable; a transaction that touched no row, or that has failed, makes nothing durable.
 */
export class TransactionLog {
  private status: Status = 'I'
  private open: Sent[] = []

  commitsWith(batch: Sent[]): Transaction | null {
    let status = this.status
    let writes = this.open
    let ended: Sent[] = []
    let alone: Sent[] = []
    for (const statement of batch) {
      if (statement.kind === 'begin' && status === 'I') {
        status = 'T'
        writes = []
      } else if (statement.kind === 'commit' || statement.kind === 'rollback') {
        if (statement.kind === 'commit' && status === 'T') ended = [...ended, ...writes]
        status = 'I'
        writes = []
      } else if (statement.kind === 'write' && status === 'T') writes = [...writes, statement]
      else if (statement.kind === 'write' && status === 'I') alone = [...alone, statement]
    }
    this.open = status === 'I' ? [] : writes
    const made = [...ended, ...alone].filter(mayHaveWritten)
    return made.length === 0 ? null : { autocommit: alone.length > 0, writes: made }
  }

  ready(status: Status): void {
    this.status = status
    if (status === 'I') this.open = []
  }
}

/** A tag of SELECT counts what was returned, not what was written. */
const mayHaveWritten = ({ rows }: Sent): boolean => rows !== 0

/** The number of rows in a command tag such as `UPDATE 3`; undefined where the tag says nothing of writes. */
export function rowsOf(tag: string): number | undefined {
  const [, rows] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag) ?? []
  return rows === undefined ? undefined : Number(rows)
}

/** For people: `insert Event ×2, update Run`. */
export function summaryOf({ writes }: Transaction): string {
  const counts = new Map<string, number>()
  for (const { verb, targets } of writes) {
    const what = `${verb} ${targets.join('+')}`.trim()
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => (count > 1 ? `${what} ×${count}` : what)).join(', ')
}
