import { isServed, type Tool } from '@/lib/domain/call/tool'
import { authorOf } from '@/lib/domain/contract/person'
import { type FieldError, fieldFault, Refusal, refuse, refuseRequest } from '@/lib/domain/contract/problem'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import {
  type ServerInput,
  type ServerPatch,
  type ServerSettings,
  serversIn,
  withPatch,
} from '@/lib/domain/servers/server-input'
import type { CodedText } from '@/lib/messages/phrase'
import { unlessTaken } from '@/lib/store/connection/database'
import type { By } from '@/lib/store/installation/idempotency-key'
import {
  findServer,
  insertServer,
  lockServer,
  type McpServerRow,
  removeServer,
  saveServer,
  saveServerState,
  serverRows,
} from '@/lib/store/servers/mcp-server'
import { savePin } from '@/lib/store/servers/tool-pin'
import { canonicalJson } from '@/lib/text/json/json-text'
import type { Deps } from '../../process/deps'
import { transact, type Unit } from '../../write/transaction'
import { refuseInstall } from '../hooks'

export async function listServers({ db, servers }: Deps): Promise<McpServer[]> {
  return (await serverRows(db)).map(row => servers.describe(row))
}

export async function readServer({ db, servers }: Deps, id: string): Promise<McpServer | Refusal> {
  const row = await findServer(db, id)
  return row ? servers.describe(row) : NONE
}

/** All of them or none. */
export async function addServers(
  deps: Deps,
  { input, person, once }: By & { input: ServerInput },
): Promise<McpServer[] | Refusal> {
  const requested = serversIn(input)
  const errors =
    requested.errors.length > 0 ? requested.errors : requested.servers.flatMap(secretFaults(deps))
  if (errors.length > 0) return refuseRequest(errors)
  for (const settings of requested.servers) {
    const refusal = await refuseServer(deps, settings)
    if (refusal) return refusal
  }
  const ids = await transact<string[]>(deps, once, async unit => {
    const added: string[] = []
    for (const settings of requested.servers) {
      const id = await add(deps, unit, { settings, fromFile: false, by: person.id })
      if (id instanceof Refusal) return id
      added.push(id)
    }
    return added
  })
  if (ids instanceof Refusal) return ids
  await deps.servers.refresh()
  const rows = await Promise.all(ids.map(id => findServer(deps.db, id)))
  return rows.flatMap(row => (row ? [deps.servers.describe(row)] : []))
}

const refuseServer = (deps: Deps, settings: ServerSettings): Promise<Refusal | null> =>
  refuseInstall(deps, { kind: 'server', name: settings.name, settings })

type Adding = { settings: ServerSettings; fromFile: boolean; by: string }

async function add(deps: Deps, unit: Unit, { settings, fromFile, by }: Adding): Promise<string | Refusal> {
  const id = deps.newId()
  if (!(await insertServer(unit.tx, { id, settings, fromFile, at: unit.at }))) return nameTaken(settings.name)
  await unit.record({ type: 'server.added', data: { ...settings, serverId: id, by } })
  unit.afterCommit(() => deps.bus.publish({ kind: 'tools' }))
  return id
}

export async function changeServer(
  deps: Deps,
  { id, patch, person }: By & { id: string; patch: ServerPatch },
): Promise<McpServer | Refusal> {
  const before = await findServer(deps.db, id)
  const [after] = before ? withPatch(before, patch).servers : []
  // One that is off is asked about when it is turned on.
  const refusal =
    after?.enabled && secretFaults(deps)(after).length === 0 ? await refuseServer(deps, after) : null
  if (refusal) return refusal
  const changing = transact<null>(deps, undefined, async unit => {
    const row = await lockServer(unit.tx, id)
    if (!row) return NONE
    const others = Object.keys(patch).filter(name => name !== 'enabled')
    if (row.fromFile && others.length > 0)
      return refuseRequest(others.map(name => fieldFault(`/${name}`, OF_FILE)))
    const { servers, errors } = withPatch(row, patch)
    const [settings] = servers
    if (!settings) return refuseRequest(errors)
    const secrets = secretFaults(deps)(settings)
    return secrets.length > 0 ? refuseRequest(secrets) : change(deps, unit, { row, settings, by: person.id })
  })
  const changed = await unlessTaken(changing, nameTaken(patch.name ?? ''))
  if (changed instanceof Refusal) return changed
  await deps.servers.refresh()
  return readServer(deps, id)
}

type Change = { row: McpServerRow; settings: ServerSettings; fromFile?: boolean; by: string }

async function change(
  deps: Deps,
  unit: Unit,
  { row, settings, by, ...more }: Change,
): Promise<null | Refusal> {
  if (!(await saveServer(unit.tx, { id: row.id, settings, at: unit.at, ...more })))
    return nameTaken(settings.name)
  await unit.record({ type: 'server.changed', data: { ...settings, serverId: row.id, by } })
  unit.afterCommit(() => deps.bus.publish({ kind: 'tools' }))
  return null
}

/** What was accepted of it is forgotten with it. */
export async function deleteServer(deps: Deps, { id, person }: By & { id: string }): Promise<null | Refusal> {
  const deleted = await transact<null>(deps, undefined, async unit => {
    const row = await lockServer(unit.tx, id)
    if (!row) return NONE
    if (row.fromFile) return refuseRequest([fieldFault('', OF_FILE)])
    await removeServer(unit.tx, id)
    await unit.record({ type: 'server.removed', data: { serverId: id, name: row.name, by: person.id } })
    unit.afterCommit(() => deps.bus.publish({ kind: 'tools' }))
    return null
  })
  if (!(deleted instanceof Refusal)) await deps.servers.refresh()
  return deleted
}

/** Every process that connects to servers does so anew. */
export async function reconnectServer(deps: Deps, id: string): Promise<McpServer | Refusal> {
  const row = await findServer(deps.db, id)
  if (!row) return NONE
  if (!row.enabled) return refuseRequest([fieldFault('', { code: 'problem.serverOff' })])
  await saveServerState(deps.db, { id, status: 'connecting' })
  deps.bus.publish({ kind: 'tools', reconnect: id })
  return readServer(deps, id)
}

/** A person accepts what a Tool is now. */
export async function pinTool(
  deps: Deps,
  { name, definitionHash, person }: By & { name: string; definitionHash: string },
): Promise<Tool | Refusal> {
  const tool = deps.tools.tool(name)
  if (!tool) return refuse('not_found', { code: 'problem.noTool' })
  if (!isServed(tool.source)) return refuseRequest([fieldFault('', { code: 'problem.builtIn' })])
  if (tool.definitionHash !== definitionHash)
    return refuse('stale_digest', { code: 'problem.otherTool' }, { tool })
  const pinned = await transact<null>(deps, undefined, async unit => {
    const pin = { tool: name, definitionHash, at: unit.at, by: { type: 'person', ...authorOf(person) } }
    if (!(await savePin(unit.tx, tool.source.slice('mcp:'.length), pin))) return NONE
    await unit.record({ type: 'tool.pinned', data: { tool: name, definitionHash, by: person.id } })
    unit.afterCommit(() => deps.bus.publish({ kind: 'tools' }))
    return null
  })
  if (pinned instanceof Refusal) return pinned
  deps.tools.pin(name, definitionHash)
  return deps.tools.tool(name) ?? NONE
}

/** The servers of the owner's file, as they are now, but for those that a hook refuses; those that left it can be changed and deleted from then on. */
export async function takeServersOfFile(deps: Deps, requested: ServerSettings[]): Promise<null | Refusal> {
  const current = await serverRows(deps.db)
  const refused = new Set<string>()
  for (const settings of requested) {
    const refusal = isTaken(current, settings) ? null : await refuseServer(deps, settings)
    if (refusal) refused.add(settings.name)
    if (refusal) deps.log('warn', 'A server of the file is left as it was', { reason: refusal.detail })
  }
  return transact<null>(deps, undefined, async unit => {
    const rows = await serverRows(unit.tx)
    for (const settings of requested) {
      const row = rows.find(({ name }) => name === settings.name)
      const by = { by: 'file', fromFile: true }
      const newSettings = { ...settings, enabled: row?.enabled ?? settings.enabled }
      // What stands in the file as it did is not written again.
      if (refused.has(settings.name) || isTaken(rows, settings)) continue
      const done = row
        ? await change(deps, unit, { row, settings: newSettings, ...by })
        : await add(deps, unit, { settings, ...by })
      if (done instanceof Refusal) return done
    }
    const names = new Set(requested.map(({ name }) => name))
    const left = rows.filter(row => row.fromFile && !names.has(row.name))
    for (const row of left) {
      const done = await change(deps, unit, { row, settings: settingsOf(row), fromFile: false, by: 'file' })
      if (done instanceof Refusal) return done
    }
    return null
  })
}

/** Whether a server of the file is known as it stands there, turned off or not. */
function isTaken(rows: McpServerRow[], settings: ServerSettings): boolean {
  const row = rows.find(({ name }) => name === settings.name)
  const enabled = row?.enabled ?? settings.enabled
  return !!row?.fromFile && canonicalJson(settingsOf(row)) === canonicalJson({ ...settings, enabled })
}

function settingsOf(row: McpServerRow): ServerSettings {
  const { name, command, args, env, url, headers, enabled, sandbox } = row
  return { name, command, args, env, url, headers, enabled, sandbox }
}

/** Secrets that were written where only their names belong. */
const secretFaults =
  ({ redaction }: Deps) =>
  ({ name, command, args, env, url, headers }: ServerSettings): FieldError[] =>
    redaction.holdsSecret(JSON.stringify({ command, args, env, url, headers }))
      ? [fieldFault('', { code: 'fault.secretInServer', params: { name } })]
      : []

const OF_FILE: CodedText = { code: 'problem.serverOfFile' }
const NONE = refuse('not_found', { code: 'problem.noServer' })

const nameTaken = (name: string): Refusal =>
  refuseRequest([fieldFault('/name', { code: 'fault.serverNameTaken', params: { name } })])
