import type { Deps } from './deps'

/**
 * Text on its way to whoever watches. Nothing of it is stored; a stream that opens in the middle asks for
 * all of it, and gets it from offset 0.
 */
export function openDraft(
  deps: Pick<Deps, 'bus'>,
  about: { sessionId: string; runId: string; number: number },
) {
  const text = { text: '', reasoning: '' }
  let firstTokenAt: string | null = null
  const tell = (kind: 'text' | 'reasoning', offset: number, piece: string): void =>
    deps.bus.publish({
      kind: 'delta',
      sessionId: about.sessionId,
      type: kind === 'text' ? 'text.delta' : 'reasoning.delta',
      data: { runId: about.runId, number: about.number, offset, text: piece },
    })
  const unsubscribe = deps.bus.subscribe(note => {
    if (note.kind !== 'draft' || note.sessionId !== about.sessionId) return
    for (const kind of ['reasoning', 'text'] as const) if (text[kind] !== '') tell(kind, 0, text[kind])
  })
  return {
    add: (delta: { kind: 'text' | 'reasoning'; text: string }): void => {
      firstTokenAt ??= new Date().toISOString()
      tell(delta.kind, text[delta.kind].length, delta.text)
      text[delta.kind] += delta.text
    },
    firstTokenAt: () => firstTokenAt,
    close: unsubscribe,
  }
}
