import * as z from 'zod'
import { JsonSchema } from '@/lib/domain/tool'
import type { Tx } from './database'

/** Definitions never change under their hash, so what was read once is kept: at most this many. */
const KEPT = 2_000
const kept = new Map<string, JsonSchema>()

const Text = z.looseObject({ schema: JsonSchema })

/** The argument schemas by definition hash; a hash that is not known is left out. */
export async function definitionSchemas(tx: Tx, hashes: string[]): Promise<Map<string, JsonSchema>> {
  const missing = [...new Set(hashes)].filter(hash => hash !== '' && !kept.has(hash))
  if (missing.length > 0) {
    const rows = await tx.definition.findMany({ where: { hash: { in: missing } } })
    for (const row of rows) keep(row.hash, Text.parse(JSON.parse(row.text)).schema)
  }
  return new Map(hashes.flatMap(hash => (kept.has(hash) ? [[hash, kept.get(hash) ?? {}] as const] : [])))
}

/** A schema that was read before; one that no Tool has is empty. */
export const keptSchema = (hash: string): JsonSchema | undefined => (hash === '' ? {} : kept.get(hash))

function keep(hash: string, schema: JsonSchema): void {
  const oldest = kept.size >= KEPT ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(hash, schema)
}

/**
 * Stores definitions before Calls are bound to them. In one order everywhere: processes that start at once
 * insert the same rows, and must not wait for each other in a circle.
 */
export async function insertDefinitions(
  tx: Tx,
  definitions: { hash: string; text: string }[],
): Promise<void> {
  const data = definitions.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  await tx.definition.createMany({ data, skipDuplicates: true })
}
