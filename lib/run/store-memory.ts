import { insertMemory } from '@/lib/store/memory'
import type { Deps } from './deps'
import { keptText } from './kept-text'
import type { Write } from './write'

/**
 * What a Call wants kept in mind is kept, once, however often its Activity began. False where the same is kept
 * already: it stays as it is.
 */
export async function storeMemory(
  deps: Pick<Deps, 'newId'>,
  write: Write,
  given: { text: string; tags: string[]; callId: string },
): Promise<boolean> {
  const { tags, callId } = given
  const { text, textHash } = keptText(given.text)
  const source = { kind: 'call' as const, sessionId: write.row.id, callId }
  const kept = { id: deps.newId(), text, textHash, tags, source, at: write.now }
  if (!(await insertMemory(write.tx, kept))) return false
  write.emit('memory.stored', { memoryId: kept.id, callId, text })
  return true
}
