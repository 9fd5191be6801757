import * as z from 'zod'
import { type ModelOverrides, type ModelPatch, Prices } from '@/lib/domain/run/model-info'
import { optional } from '../connection/columns'
import { json, type Tx } from '../connection/database'
import type { Sql } from '../connection/sql'
import { stored } from '../connection/stored'
import { Prisma } from '../generated/client'

const SettingRow = z.object({
  contextWindow: optional(z.int()),
  prices: optional(Prices).catch(undefined),
  images: optional(z.boolean()),
})

const read = stored(SettingRow)

/** What cannot be read was not set. */
const overridesOf = (row: unknown): ModelOverrides => read(row) ?? {}

/** What people have set of models, by their ids. */
export async function modelSettings(tx: Tx): Promise<Map<string, ModelOverrides>> {
  const rows = await tx.modelSetting.findMany({ orderBy: { id: 'asc' } })
  return new Map(rows.map(row => [row.id, overridesOf(row)]))
}

/** What people have set of one model, or NULL, as one JSON value. */
export const SETTING_OF = (id: string) => Prisma.sql`(SELECT json_build_object(
  'contextWindow', m."contextWindow", 'prices', m.prices, 'images', m.images) FROM "ModelSetting" m WHERE m.id = ${id})`

/** It as it is read. */
export const SettingColumn = optional(z.unknown().transform(overridesOf))

export async function modelSetting(sql: Sql, id: string): Promise<ModelOverrides | undefined> {
  const [row] = await sql.$queryRaw<{ setting: unknown }[]>`SELECT ${SETTING_OF(id)} AS setting`
  return SettingColumn.parse(row?.setting ?? null)
}

/** Sets what is given and leaves the rest as it is, whoever sets that at the same time. */
export async function saveModelSetting(
  tx: Tx,
  setting: { id: string; patch: ModelPatch; at: string },
): Promise<void> {
  const { id, patch, at } = setting
  const columns = {
    ...patch,
    prices: patch.prices === undefined ? undefined : json(patch.prices),
    updatedAt: new Date(at),
  }
  await tx.modelSetting.upsert({ where: { id }, create: { id, ...columns }, update: columns })
}
