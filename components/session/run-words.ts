import type { Call } from '@/lib/domain/call'
import type { Run } from '@/lib/domain/run'

/** `at`: a time that belongs behind the words. */
export type RunWords = { words: string; detail?: string; at?: string }

/** What an active Run is doing, in words; null where the page shows it otherwise, as waiting Calls do. */
export function runWords(run: Run, calls: Call[], isSpeaking: boolean): RunWords | null {
  if (run.stop) return { words: 'Stopping…' }
  if (run.status === 'queued') return { words: 'Queued. It starts as soon as there is room.' }
  if (run.status === 'waiting') return null
  if (run.retryAt) {
    return { words: 'The model did not answer. Trying again at', at: run.retryAt, detail: run.lastFailure }
  }
  const running = calls.filter(call => call.state === 'executing').map(call => call.tool)
  if (running.length > 0) return { words: `Running ${running.join(', ')}…` }
  return { words: isSpeaking ? 'Writing…' : 'Thinking…' }
}
