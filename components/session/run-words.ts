import type { Call } from '@/lib/domain/call'
import type { Run } from '@/lib/domain/run'

/** What an active Run is doing, as the name of the words for it; `at`: a time that belongs to them. */
export type RunWords =
  | { name: 'stopping' | 'queued' | 'compacting' | 'writing' | 'thinking' }
  | { name: 'running'; tools: string }
  | { name: 'retrying'; at: string; failure: string | undefined }

/** Null where the page shows it otherwise, as waiting Calls do. */
export function runWords(run: Run, calls: Call[], isSpeaking: boolean): RunWords | null {
  if (run.stop) return { name: 'stopping' }
  if (run.status === 'queued') return { name: 'queued' }
  if (run.status === 'waiting') return null
  if (run.retryAt) return { name: 'retrying', at: run.retryAt, failure: run.lastFailure }
  if (run.compacting) return { name: 'compacting' }
  const running = calls.filter(call => call.state === 'executing').map(call => call.tool)
  if (running.length > 0) return { name: 'running', tools: running.join(', ') }
  return { name: isSpeaking ? 'writing' : 'thinking' }
}
