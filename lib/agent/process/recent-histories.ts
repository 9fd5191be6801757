import type { StoredHistory } from '@/lib/store/run/compaction'

/** Characters of messages that are kept in all. */
const MOST_CHARS = 20_000_000

/**
 * Conversations as this process last read them. What was said stays as it was said, so that for the next Request only
 * what came since is read.
 */
export class RecentHistories {
  readonly #histories = new Map<string, { history: StoredHistory; chars: number }>()
  #chars = 0

  get(sessionId: string): StoredHistory | undefined {
    return this.#histories.get(sessionId)?.history
  }

  /** Those that were kept longest ago make room. */
  keep(sessionId: string, history: StoredHistory, chars: number): void {
    this.#remove(sessionId)
    this.#histories.set(sessionId, { history, chars })
    this.#chars += chars
    for (const [oldest] of this.#histories) {
      if (this.#chars <= MOST_CHARS) return
      this.#remove(oldest)
    }
  }

  #remove(sessionId: string): void {
    this.#chars -= this.#histories.get(sessionId)?.chars ?? 0
    this.#histories.delete(sessionId)
  }
}
