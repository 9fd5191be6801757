import type { SessionView } from '@/lib/domain/view'

/**
 * A view that is read anew brings only the last entries. Those before them that are known stay, unless some in
 * between are missing: then older ones are fetched again from where the new view begins.
 */
export function withKnownEntries(held: SessionView | undefined, fresh: SessionView): SessionView {
  const first = fresh.transcript[0]
  const last = held?.transcript.at(-1)
  if (!held || !first || !last || last.seq < first.seq) return fresh
  const before = held.transcript.filter(entry => entry.seq < first.seq)
  return before.length > 0 ? { ...fresh, transcript: [...before, ...fresh.transcript] } : fresh
}
