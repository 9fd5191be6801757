import * as z from 'zod'
import { OptionalText } from '@/lib/domain/coded-text'
import { Author } from '@/lib/domain/contract/person-item'
import { DELTAS, type Fact, Progress } from '@/lib/domain/session/event'
import { tellEach } from '@/lib/domain/tell-each'

type Listener = (note: BusMessage, facts: Fact[], isOwn: boolean) => void

/**
 * Tells this process at once and every other process by NOTIFY, a moment later and several together.
 * Notes can be lost when the database connection breaks; `onGap` says that some may have been. The facts that a
 * note is about, where they were committed here just now, go with it within this process only. `isOwn`: this process wrote it.
 */
export type Bus = {
  publish: (note: BusMessage, facts?: Fact[]) => void
  /** Tells this process only. */
  tell: (note: BusMessage, facts?: Fact[], isOwn?: boolean) => void
  subscribe: (listener: Listener) => () => void
  onGap: (listener: () => void) => () => void
  close: () => Promise<void>
}

/** A bus within one process. `report`: of listeners that throw. */
export function createLocalBus(report: (error: unknown) => void): Bus & { gap: () => void } {
  const listeners = new Set<Listener>()
  const gapListeners = new Set<() => void>()
  const tell = (note: BusMessage, facts: Fact[] = [], isOwn = true): void => {
    tellEach({ listeners, report }, note, facts, isOwn)
  }
  return {
    tell,
    publish: tell,
    subscribe: listener => add(listeners, listener),
    onGap: listener => add(gapListeners, listener),
    gap: () => tellEach({ listeners: gapListeners, report }),
    close: async () => {
      listeners.clear()
      gapListeners.clear()
    },
  }
}

function add<T>(set: Set<T>, item: T): () => void {
  set.add(item)
  return () => void set.delete(item)
}

const subject = { sessionId: z.string() }
const FAILURE = { provider: z.string(), at: z.string(), text: z.string(), codedText: OptionalText }

/** What processes tell one another. A note carries no fact: other processes read facts from rows. */
export const BusMessage = z.discriminatedUnion('kind', [
  /** New Events of a session were committed. `holder`: the process that works on it, or did until then. */
  z.object({ kind: z.literal('events'), ...subject, holder: z.string().optional() }),
  /** A fact was written: whoever works on the session should look again, or somebody should begin. */
  z.object({ kind: z.literal('wake'), ...subject }),
  /** A process begins what another one's wake is about: nobody else need. */
  z.object({ kind: z.literal('taken'), ...subject }),
  /** A stream was opened in the middle of an answer: whoever streams it should tell the whole of it. */
  z.object({ kind: z.literal('draft'), ...subject }),
  /** Text on its way. */
  z.object({
    kind: z.literal('delta'),
    ...subject,
    type: z.enum(['text.delta', 'reasoning.delta', 'call.arguments.delta', 'call.output.delta']),
    data: z.union([DELTAS['call.arguments.delta'], DELTAS['text.delta'], DELTAS['call.output.delta']]),
  }),
  /** How far an answer has come. The latest takes the place of those before it. */
  z.object({ kind: z.literal('progress'), ...subject, data: Progress }),
  /** Who has a session open at a process; it says so anew from time to time. */
  z.object({ kind: z.literal('presence'), ...subject, process: z.string(), people: z.array(Author) }),
  /** A provider of models, or a server of tools as a source, has failed. */
  z.object({ kind: z.literal('failure'), ...subject, ...FAILURE }),
  /** Servers of tools, or what is accepted of them, changed; one is to be connected anew. */
  z.object({ kind: z.literal('tools'), reconnect: z.string().optional() }),
])
export type BusMessage = z.infer<typeof BusMessage>
export type DeltaMessage = Extract<BusMessage, { kind: 'delta' }>
