import { coversTool } from '@/lib/domain/policy/judge'
import { jsonText, jsonValue, type Tx } from '../connection/database'
import { GUARD, type Rows } from '../connection/rows'
import { Prisma } from '../generated/client'

/** A definition of a tool that was accepted. `by`: a person, or nobody where it was the first that the server had. */
type ToolPin = { tool: string; definitionHash: string; by: unknown; at: string }

/** The accepted definition hashes of each server's tools, by its id. */
export async function toolPins(tx: Pick<Tx, 'toolPin'>): Promise<Map<string, Map<string, string>>> {
  const pins = new Map<string, Map<string, string>>()
  for (const { serverId, tool, definitionHash } of await tx.toolPin.findMany()) {
    const ofServer = pins.get(serverId) ?? new Map<string, string>()
    pins.set(serverId, ofServer.set(tool, definitionHash))
  }
  return pins
}

/**
 * What a server has first is accepted with it, but for a tool that a Rule lets pass already: the Rule was made about
 * another server that had this name.
 */
export async function insertPins(tx: Tx, serverId: string, pins: ToolPin[]): Promise<void> {
  const tools = pins.map(({ tool }) => tool)
  const rules = await tx.rule.findMany({
    where: { effect: 'allow', enabled: true, OR: [{ tool: { in: tools } }, { tool: { endsWith: '*' } }] },
    select: { tool: true },
    distinct: ['tool'],
  })
  const accepted = pins.filter(({ tool }) => !rules.some(rule => coversTool(rule, tool)))
  const data = accepted.map(pin => ({ ...pin, serverId, by: jsonValue(pin.by), at: new Date(pin.at) }))
  await tx.toolPin.createMany({ data, skipDuplicates: true })
}

const statement = (server: string, { tool, definitionHash, by, at }: ToolPin, from: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`
    INSERT INTO "ToolPin" (tool, "serverId", "definitionHash", at, by)
    SELECT ${tool}, s.id, ${definitionHash}, ${at}::timestamptz, ${jsonText(by)}::jsonb
    FROM "McpServer" s${from} WHERE s.name = ${server}
    ON CONFLICT (tool) DO UPDATE SET "serverId" = excluded."serverId",
      "definitionHash" = excluded."definitionHash", at = excluded.at, by = excluded.by
    RETURNING 1`

/** With a commit of a session. A server that is gone meanwhile has nothing to be accepted. */
export function addPin(rows: Rows, server: string, pin: ToolPin): void {
  rows.add(statement(server, pin, Prisma.sql` JOIN ${GUARD} ON true`))
}

/** By itself; false where the server is gone. */
export async function savePin(tx: Tx, server: string, pin: ToolPin): Promise<boolean> {
  return (await tx.$queryRaw<unknown[]>(statement(server, pin, Prisma.empty))).length === 1
}
