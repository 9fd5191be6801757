import { onTestFinished } from 'vitest'
import { authorOf, OWNER } from '@/lib/domain/contract/person'
import { type Followed, Streams } from '@/lib/server/live/streams'
import { EventReader } from '../http/event-reader'
import type { Server } from './world'

/** Opens streams of a process and reads them, without HTTP. */
export class Watcher {
  readonly streams: Streams

  constructor(server: Server) {
    const { db, sql, bus } = server.deps
    const { databaseId } = server.installation
    this.streams = new Streams({ db, sql, bus, databaseId, log: message => server.errors.push(message) })
    onTestFinished(() => this.streams.close())
  }

  async session(sessionId: string, after?: number, signal: AbortSignal = NEVER): Promise<EventReader> {
    return toReader(await this.streams.session({ sessionId, after, signal, person: authorOf(OWNER) }))
  }

  async all(after?: string, deltas: string[] = []): Promise<EventReader> {
    return toReader(await this.streams.all({ after, deltas, signal: NEVER }))
  }

  async live(follow: Followed[], person = authorOf(OWNER), signal = NEVER): Promise<EventReader> {
    return toReader(await this.streams.live({ follow, signal, person }))
  }
}

const NEVER = new AbortController().signal

function toReader(stream: ReadableStream<Uint8Array> | string): EventReader {
  if (typeof stream === 'string') throw new Error(stream)
  return new EventReader(stream)
}
