import { clearSession, compactSession, undoCompaction } from '@/lib/agent/actions/compact'
import { OWNER } from '@/lib/domain/contract/person'
import type { Compaction } from '@/lib/domain/run/limits'
import { type Scenario, scenario } from './scenario'

const ROOMY = { messages: 1000, keepMessages: 500, chars: 1_000_000 }

export const talking = (compaction: Partial<Compaction>, more = {}): Promise<Scenario> =>
  scenario({ compaction: { ...ROOMY, ...compaction }, ...more })

/** The person says something short that is answered, so many times; the first holds a fact. */
export async function talks(s: Scenario, times: number, padding = ''): Promise<void> {
  for (let n = 1; n <= times; n += 1) {
    const said = n === 1 ? `The boat is called Albatros.${padding}` : `${n}${padding}`
    await s.plays([{ text: `Answer ${n}. ${said}` }])
    await s.ends('final_text')
  }
}

export const purposes = async (s: Scenario): Promise<string[]> => {
  const rows = await s.world.db.request.findMany({
    where: { sessionId: s.sessionId },
    orderBy: { number: 'asc' },
  })
  return rows.map(row => `${row.number} ${row.purpose} ${row.finishReason}`)
}

export const cards = async (s: Scenario) =>
  (await s.view()).transcript.flatMap(entry => (entry.compaction ? [{ ...entry.compaction, ...entry }] : []))

export const card = async (s: Scenario) => {
  const [found] = await cards(s)
  if (!found) throw new Error('Nothing was compacted.')
  return found
}

export const undoes = async (s: Scenario, compactionId: string) =>
  undoCompaction(s.deps, { sessionId: s.sessionId, compactionId, person: OWNER })

export const compacts = async (s: Scenario, instructions?: string) =>
  compactSession(s.deps, { sessionId: s.sessionId, instructions })

export const clears = async (s: Scenario) => clearSession(s.deps, { sessionId: s.sessionId })
