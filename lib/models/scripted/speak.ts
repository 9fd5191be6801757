import type { ProposedCall } from '@/lib/domain/call/solution'
import type { Fault } from '../fault'
import type { ModelDelta, ModelRequest } from '../model'

/** Waits `ms`, or until the signal aborts, and may then reject. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export type Speech = { kind: 'text' | 'reasoning'; text: string } | { kind: 'call'; call: ProposedCall }

/**
 * Streams speeches as a provider would: in pieces, cut off by the abort and by its own silence. `pace`: `beforeMs` of
 * silence, then pieces with `betweenMs` between them. Gives what was sent: everything, or what came before the fault.
 */
export async function speak(
  speeches: Speech[],
  pace: { beforeMs: number; betweenMs: number; pieces: number },
  { request, sleep }: { request: ModelRequest; sleep: Sleep },
): Promise<{ text: string; fault: Fault | null }> {
  let text = ''
  let silent = true
  let waitMs = pace.beforeMs
  for (const speech of speeches) {
    for (const delta of deltasOf(speech, pace.pieces)) {
      const fault = delta.kind === 'call' && !silent ? null : await speechPause(waitMs, request, sleep)
      if (fault) return { text, fault }
      request.onDelta(delta)
      if (delta.kind === 'text') text += delta.text
      waitMs = pace.betweenMs
      silent = false
    }
  }
  return { text, fault: silent ? await speechPause(pace.beforeMs, request, sleep) : null }
}

function deltasOf(speech: Speech, pieces: number): ModelDelta[] {
  if (speech.kind !== 'call') return inPieces(speech.text, pieces).map(text => ({ kind: speech.kind, text }))
  const { id, tool, argumentsText } = speech.call
  const deltas = inPieces(argumentsText, pieces).map(text => ({ kind: 'arguments' as const, id, text }))
  return [{ kind: 'call', id, tool }, ...deltas]
}

/** A pause that exceeds the idle limit is reported as a watchdog would report it. */
export async function speechPause(ms: number, request: ModelRequest, sleep: Sleep): Promise<Fault | null> {
  const { signal, idleMs } = request
  if (ms > 0 && !signal.aborted)
    await sleep(Math.min(ms, idleMs), signal).catch(error => {
      if (!signal.aborted) throw error
    })
  if (signal.aborted) return { kind: 'aborted' }
  return ms >= idleMs ? { kind: 'silence', ms: idleMs } : null
}

const SMALLEST_PIECE = 5

/** Cut without regard to words, as models do; never within a character. */
function inPieces(text: string, most: number): string[] {
  const chars = [...text]
  const size = Math.max(SMALLEST_PIECE, Math.ceil(chars.length / most))
  const pieces: string[] = []
  for (let i = 0; i < chars.length; i += size) pieces.push(chars.slice(i, i + size).join(''))
  return pieces
}
