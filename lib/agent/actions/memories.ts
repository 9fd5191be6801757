import { type Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import type { Memory, MemoryPatch, NewMemory } from '@/lib/domain/memory/memory'
import { whyNotKept } from '@/lib/domain/memory/memory-block'
import { unlessTaken } from '@/lib/store/connection/database'
import type { By } from '@/lib/store/installation/idempotency-key'
import {
  findMemory,
  isKept,
  keepMemory,
  type MemoryPage,
  memories,
  removeMemory,
  saveMemory,
} from '@/lib/store/memory/memory'
import { searchTerms } from '@/lib/text/search-terms'
import { keptText } from '../calls/apply-control-effect'
import type { Deps } from '../process/deps'
import type { InstallationFact } from '../write/installation-chain'
import { transact, type Unit } from '../write/transaction'

/** What is kept in mind and has these words, the newest first. Words that say nothing find nothing. */
export async function listMemories(
  { db }: Deps,
  { q, ...page }: Omit<MemoryPage, 'terms'> & { q: string },
): Promise<Memory[] | Refusal> {
  const terms = searchTerms(q)
  if (terms.length === 0 && q.trim() !== '') return []
  if (terms.length > 0 && terms.every(term => term.isExcluded)) {
    return refuseField('/q', { code: 'fault.wordNeeded' })
  }
  return memories(db, { terms, ...page })
}

/** A person keeps a text in mind. */
export async function addMemory(deps: Deps, command: By & { memory: NewMemory }): Promise<Memory | Refusal> {
  const { person, once } = command
  const memory = deps.redaction.mask(command.memory)
  const fault = faultIn(memory.text)
  if (fault) return fault
  return transact<Memory>(deps, once, async unit => {
    const source = { kind: 'person' as const }
    const row = { id: deps.newId(), ...keptText(memory.text), tags: memory.tags ?? [], source, at: unit.at }
    if (!(await keepMemory(unit.tx, row))) return KEPT_ALREADY
    return recordAndRead(unit, { type: 'memory.added', data: { memoryId: row.id, by: person.id } })
  })
}

/** A person changes what is kept. Where it came from stays as it was. */
export async function changeMemory(
  deps: Deps,
  command: By & { id: string; patch: MemoryPatch },
): Promise<Memory | Refusal> {
  const { id, person } = command
  const patch = deps.redaction.mask(command.patch)
  const fault = patch.text === undefined ? null : faultIn(patch.text)
  if (fault) return fault
  const changing = transact<Memory>(deps, undefined, async unit => {
    const content = patch.text === undefined ? undefined : keptText(patch.text)
    if (content && (await isKept(unit.tx, content.textHash, id))) return KEPT_ALREADY
    if (!(await saveMemory(unit.tx, { id, content, tags: patch.tags, at: unit.at }))) return NONE
    return recordAndRead(unit, { type: 'memory.changed', data: { memoryId: id, by: person.id } })
  })
  return unlessTaken(changing, KEPT_ALREADY)
}

/** It is forgotten. What sessions were told of it stays in their record. */
export async function deleteMemory(deps: Deps, { id, person }: By & { id: string }): Promise<null | Refusal> {
  return transact<null>(deps, undefined, async unit => {
    if (!(await removeMemory(unit.tx, id))) return NONE
    await unit.record({ type: 'memory.removed', data: { memoryId: id, by: person.id } })
    return null
  })
}

async function recordAndRead(
  unit: Unit,
  fact: Extract<InstallationFact, { type: `memory.${string}` }>,
): Promise<Memory | Refusal> {
  await unit.record(fact)
  return (await findMemory(unit.tx, fact.data.memoryId)) ?? NONE
}

const NONE = refuse('not_found', { code: 'problem.noMemory' })
const KEPT_ALREADY = refuseField('/text', { code: 'fault.keptAlready' })

function faultIn(text: string): Refusal | null {
  const codedText = whyNotKept(text)
  return codedText && refuseField('/text', codedText)
}
