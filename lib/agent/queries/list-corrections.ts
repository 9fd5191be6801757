import { type Correction, DecisionDifference } from '@/lib/domain/call/correction'
import { correctionLine } from '@/lib/prompt/correction'
import { type CorrectionPage, corrections } from '@/lib/store/call/correction'
import type { Tx } from '@/lib/store/connection/database'

/** What people changed, newest first, as they and the model read it. */
export async function listCorrections(tx: Tx, page: CorrectionPage): Promise<Correction[]> {
  const rows = await corrections(tx, page)
  return rows.map(({ decision, ...where }) => {
    const { id, kind, by, at } = decision
    const text = correctionLine(where.proposed, decision) ?? ''
    const decided = DecisionDifference.parse(decision)
    return { id, ...where, text, kind, by, at, void: decision.void, decided }
  })
}
