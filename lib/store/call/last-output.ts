import * as z from 'zod'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'

/**
 * Keeps what a Call gave last while it runs. That is no fact of its session: nothing is decided by it, and where the
 * Call has ended meanwhile, or runs under another lease, nothing is kept.
 */
export async function keepLastOutput(
  sql: Sql,
  { callId, epoch, text }: { callId: string; epoch: number; text: string },
): Promise<void> {
  await sql.$queryRaw`
    UPDATE "Call" SET "lastOutput" = ${text}
    WHERE id = ${callId}::uuid AND state = 'executing' AND epoch = ${epoch}::int`
}

const LastOutputs = z.array(z.object({ lastOutput: optional(z.string()) }))

/** What a Call gave last in the attempt that began last, as far as that was kept. */
export async function lastOutputOf(sql: Sql, callId: string): Promise<string | undefined> {
  const rows = await sql.$queryRaw`SELECT "lastOutput" FROM "Call" WHERE id = ${callId}::uuid`
  return LastOutputs.parse(rows)[0]?.lastOutput
}
