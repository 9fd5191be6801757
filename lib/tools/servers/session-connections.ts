/** A connection as far as it is handed out here. */
type Connection = { readonly isEnded: boolean; close: () => Promise<void> }

/** At most so many sessions are connected to one server: each connection may be a process. */
const MOST_SESSIONS = 32

type Slot<C> = {
  connection: Promise<C> | undefined
  /** Settles when what was begun before has ended. */
  turn: Promise<void>
  /** Those that run on it or wait for their turn. */
  users: number
  usedAt: number
  timer: NodeJS.Timeout | undefined
}

/** As many sessions as may be are connected to the server, and all of them work. */
export class TooManySessions extends Error {
  override readonly name = 'TooManySessions'
  constructor() {
    super(`${MOST_SESSIONS} sessions are using this server, which is as many as may. Try again later.`)
  }
}

/** The connections that sessions have to a server: one for each, opened when it is first used, closed when it is idle. */
export class SessionConnections<C extends Connection> {
  readonly #slots = new Map<string, Slot<C>>()

  constructor(private readonly parts: { open: () => Promise<C>; idleMs: number }) {}

  get count(): number {
    return this.#slots.size
  }

  /**
   * Works on the connection of a session, after what was begun there before. `renew` gives another connection in place
   * of one that turned out to be of no use.
   *
   * @throws TooManySessions, the signal's reason, or why there is no connection
   */
  async use<T>(
    sessionId: string,
    signal: AbortSignal,
    work: (connection: C, renew: () => Promise<C>) => Promise<T>,
  ): Promise<T> {
    const slot = this.#slots.get(sessionId) ?? this.#newSlot(sessionId)
    clearTimeout(slot.timer)
    slot.users += 1
    const before = slot.turn
    const turn = Promise.withResolvers<void>()
    slot.turn = before.then(() => turn.promise)
    try {
      await orAborted(before, signal)
      const connection = await orAborted(this.#connected(slot), signal)
      return await work(connection, () => orAborted(this.#renewed(slot), signal))
    } finally {
      turn.resolve()
      this.#leave(sessionId, slot)
    }
  }

  async close(): Promise<void> {
    const slots = [...this.#slots.values()]
    this.#slots.clear()
    await Promise.all(slots.map(slot => this.#drop(slot)))
  }

  #newSlot(sessionId: string): Slot<C> {
    if (this.#slots.size >= MOST_SESSIONS) this.#makeRoom()
    const slot: Slot<C> = {
      connection: undefined,
      turn: Promise.resolve(),
      users: 0,
      usedAt: 0,
      timer: undefined,
    }
    this.#slots.set(sessionId, slot)
    return slot
  }

  /** The one that was not used for the longest time is closed. */
  #makeRoom(): void {
    const idle = [...this.#slots].filter(([, slot]) => slot.users === 0)
    const [oldest] = idle.sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!oldest) throw new TooManySessions()
    this.#forget(...oldest)
  }

  async #connected(slot: Slot<C>): Promise<C> {
    const connection = await slot.connection?.catch(() => undefined)
    if (connection && !connection.isEnded) return connection
    slot.connection = this.parts.open()
    return slot.connection
  }

  async #renewed(slot: Slot<C>): Promise<C> {
    await this.#drop(slot)
    return this.#connected(slot)
  }

  async #drop(slot: Slot<C>): Promise<void> {
    clearTimeout(slot.timer)
    const connection = slot.connection
    slot.connection = undefined
    await connection?.then(
      opened => opened.close(),
      () => undefined,
    )
  }

  #leave(sessionId: string, slot: Slot<C>): void {
    slot.users -= 1
    slot.usedAt = performance.now()
    if (slot.users > 0 || this.#slots.get(sessionId) !== slot) return
    slot.timer = setTimeout(() => this.#forget(sessionId, slot), this.parts.idleMs)
    slot.timer.unref()
  }

  #forget(sessionId: string, slot: Slot<C>): void {
    this.#slots.delete(sessionId)
    void this.#drop(slot)
  }
}

/** @throws the signal's reason */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
