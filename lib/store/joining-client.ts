import pg from 'pg'

/** A statement that ends with this mark is the last of its transaction, which it commits: see JoiningClient. */
export const AND_COMMIT = '/* and commit */'

type Asked = { text: string }
/** What pg does not tell of its clients: all that is written between the two goes out at once. */
type Wired = { connection: { stream: { cork: () => void; uncork: () => void; destroy: () => void } } }
type Answered = Promise<pg.QueryResult>

/**
 * A connection that begins a transaction with its first statement, and commits it with its last where that one is
 * marked, so that a transaction of two statements is two round trips and not four. Statements go out as they are
 * asked and are answered in their order. What fails in the middle has Postgres refuse the rest, and a COMMIT of
 * that rolls back: whoever awaits the marked statement learns of it there.
 */
export class JoiningClient extends pg.Client {
  #isOpen = false
  #begin: Asked | null = null
  #commit: Answered | null = null

  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, pipeline: true } as pg.ClientConfig)
  }

  /** Ends it at once, whatever is under way: who waits for something of it is told. */
  cut(): void {
    const wired = this as unknown as Wired
    wired.connection.stream.destroy()
  }

  // Of the many ways to ask that pg knows, what is asked for a transaction is one object, answered by a promise.
  override query(...given: unknown[]): never {
    return this.#answer(given) as never
  }

  #answer(given: unknown[]): unknown {
    const asked = given.length === 1 ? statementOf(given[0]) : null
    if (!asked) return this.#send(given)
    if (asked.text === 'BEGIN') return this.#beginLater(asked)
    if (asked.text === 'COMMIT' || asked.text === 'ROLLBACK') return this.#end(asked)
    if (!this.#begin && !asked.text.endsWith(AND_COMMIT)) return this.#send(given)
    return this.#joined(asked)
  }

  #send(given: unknown[]): Answered {
    return Reflect.apply(super.query, this, given)
  }

  /** Who goes on with a transaction that is open begins nothing. */
  #beginLater(asked: Asked): Answered {
    if (!this.#isOpen) {
      this.#isOpen = true
      this.#begin = asked
      this.#commit = null
    }
    return Promise.resolve(NOTHING)
  }

  /** Nothing was asked in it, or it has been ended already. */
  #end(asked: Asked): Answered {
    const commit = this.#commit
    const isEmpty = this.#begin !== null
    this.#isOpen = false
    this.#begin = null
    this.#commit = null
    if (isEmpty) return Promise.resolve(NOTHING)
    return commit ?? this.#send([asked])
  }

  #joined(asked: Asked): Answered {
    const begin = this.#begin
    this.#begin = null
    const { stream } = (this as unknown as Wired).connection
    stream.cork()
    try {
      // A BEGIN fails only where its connection does, and with it what follows.
      if (begin) this.#send([begin]).catch(() => undefined)
      const answer = this.#send([asked])
      if (asked.text.endsWith(AND_COMMIT)) {
        this.#commit = this.#send([COMMIT])
        this.#commit.catch(() => undefined)
      }
      return answer
    } finally {
      stream.uncork()
    }
  }
}

const statementOf = (given: unknown): Asked | null =>
  typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string'
    ? (given as Asked)
    : null

const COMMIT = { name: 'countersign_commit', text: 'COMMIT', values: [], rowMode: 'array' }
const NOTHING = { rows: [], fields: [], rowCount: null, command: '', oid: 0 } as unknown as pg.QueryResult
