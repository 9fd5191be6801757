import * as z from 'zod'
import { DELTAS, Progress } from '@/lib/domain/session/event'

const about = { sessionId: z.string() }

/** What processes tell one another. A note carries no fact: other processes read facts from rows. */
export const BusMessage = z.discriminatedUnion('kind', [
  /** New Events of a session were committed. */
  z.object({ kind: z.literal('events'), ...about }),
  /** A fact was written: whoever works on the session should look again, or somebody should begin. */
  z.object({ kind: z.literal('wake'), ...about }),
  /** A stream was opened in the middle of an answer: whoever streams it should tell the whole of it. */
  z.object({ kind: z.literal('draft'), ...about }),
  /** Text on its way. */
  z.object({
    kind: z.literal('delta'),
    ...about,
    type: z.enum(['text.delta', 'reasoning.delta', 'call.arguments.delta', 'call.output.delta']),
    data: z.union([DELTAS['call.arguments.delta'], DELTAS['text.delta'], DELTAS['call.output.delta']]),
  }),
  /** How far an answer has come. The latest takes the place of those before it. */
  z.object({ kind: z.literal('progress'), ...about, data: Progress }),
])
export type BusMessage = z.infer<typeof BusMessage>
export type DeltaMessage = Extract<BusMessage, { kind: 'delta' }>
