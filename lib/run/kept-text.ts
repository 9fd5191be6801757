import { wordsIn } from '@/lib/domain/search-terms'
import { storable } from '@/lib/domain/storable'
import { sha256 } from '@/lib/record/digest'
import type { KeptText } from '@/lib/store/memory'

/** A memory's text as it is kept. The same words are the same memory, however they are set. */
export function keptText(given: string): KeptText {
  const text = storable(given).trim()
  const words = wordsIn(text.normalize('NFKC')).map(({ word }) => word)
  return { text, textHash: sha256(words.length > 0 ? words.join(' ') : text) }
}
