import * as z from 'zod'

/** What the harness looks at of a Call, as any client of the public interface sees it. */
export const SeenCall = z.looseObject({
  id: z.string(),
  setId: z.string(),
  index: z.int(),
  state: z.enum(['waiting', 'approved', 'executing', 'settled']),
  why: z.string().optional(),
  readOnly: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  attempt: z.int().optional(),
  digest: z.string(),
  proposed: z.looseObject({ argumentsText: z.string() }),
  effective: z.looseObject({ argumentsText: z.string() }).optional(),
  decisions: z.array(
    z.looseObject({
      kind: z.string(),
      by: z.looseObject({ type: z.string() }),
      digest: z.string(),
      effectiveDigest: z.string().optional(),
      argumentsText: z.string().optional(),
      void: z.string().optional(),
    }),
  ),
  result: z.looseObject({ kind: z.string() }).optional(),
})
export type SeenCall = z.infer<typeof SeenCall>

export const SeenEntry = z.looseObject({
  id: z.string(),
  seq: z.int(),
  kind: z.string(),
  text: z.string(),
  callId: z.string().optional(),
})
export type SeenEntry = z.infer<typeof SeenEntry>

export const SeenRun = z.looseObject({
  id: z.string(),
  status: z.string(),
  stopReason: z.string().optional(),
})
export type SeenRun = z.infer<typeof SeenRun>

const SeenData = z.looseObject({
  call: SeenCall.optional(),
  entry: SeenEntry.optional(),
  run: SeenRun.optional(),
  set: z.looseObject({ id: z.string(), size: z.int().optional() }).optional(),
  kind: z.string().optional(),
})

/** A durable event as it came over the stream; `text` is its data to the byte. */
export type SeenEvent = { seq: number; type: string; text: string; data: z.infer<typeof SeenData> }

export const seenEvent = (seq: number, type: string, text: string): SeenEvent => ({
  seq,
  type,
  text,
  data: SeenData.parse(JSON.parse(text)),
})

/** The Calls as the last event about each leaves them, in the order in which they were proposed. */
export function callsIn(events: SeenEvent[]): SeenCall[] {
  const calls = new Map<string, SeenCall>()
  for (const { data } of events) if (data.call) calls.set(data.call.id, data.call)
  return [...calls.values()]
}
