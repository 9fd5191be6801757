import * as z from 'zod'
import { JsonSchema } from '@/lib/domain/call/tool'
import { jsonIn } from '@/lib/text/json/json-value'
import type { Tx } from '../connection/database'
import type { Sql } from '../connection/sql'

/** Definitions never change under their hash, so what was read once is kept: at most this many. */
const MOST_SCHEMAS = 2_000
const schemas = new Map<string, JsonSchema>()

const Text = z.looseObject({ schema: JsonSchema })

/** The argument schemas by definition hash; a hash that is not known is left out. */
export async function definitionSchemas(sql: Sql, hashes: string[]): Promise<Map<string, JsonSchema>> {
  const missing = [...new Set(hashes)].filter(hash => hash !== '' && !schemas.has(hash))
  if (missing.length > 0) {
    const rows = await sql.$queryRaw<{ hash: string; text: string }[]>`
      SELECT hash, text FROM "Definition" WHERE hash = ANY(${missing})`
    // That of a definition which cannot be read says nothing.
    for (const { hash, text } of rows) keep(hash, Text.safeParse(jsonIn(text)).data?.schema ?? {})
  }
  return new Map(
    hashes.flatMap(hash => (schemas.has(hash) ? [[hash, schemas.get(hash) ?? {}] as const] : [])),
  )
}

/** The text that a definition hash is over, where it is known. */
export async function definitionText(sql: Sql, hash: string): Promise<string | undefined> {
  const [row] = await sql.$queryRaw<{ text: string }[]>`SELECT text FROM "Definition" WHERE hash = ${hash}`
  return row?.text
}

function keep(hash: string, schema: JsonSchema): void {
  const oldest = schemas.size >= MOST_SCHEMAS ? schemas.keys().next().value : undefined
  if (oldest !== undefined) schemas.delete(oldest)
  schemas.set(hash, schema)
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
