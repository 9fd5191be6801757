import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import { findServer } from '@/lib/store/servers/mcp-server'
import type { SignInAnswer, SignInStart } from '@/lib/tools/servers/server-config'
import { SignInRefused } from '@/lib/tools/servers/server-fault'
import type { Deps, ServerDoor } from '../../process/deps'
import { reconnectServer } from './mcp-servers'
import { serverWords } from './server-content'

/** Where a person is to go to sign in to a server. */
export async function beginServerSignIn(
  deps: Deps,
  { id, ...start }: SignInStart & { id: string },
): Promise<{ url: string } | Refusal> {
  const door = await doorTo(deps, id)
  if (door instanceof Refusal) return door
  return door.beginSignIn(id, start).catch(error =>
    refuse('unavailable', {
      code: 'problem.signInNotBegun',
      params: { reason: serverWords(deps.redaction, error) },
    }),
  )
}

/** With what the server sent them back. Every process that connects to it does so anew then. */
export async function endServerSignIn(
  deps: Deps,
  { id, answer }: { id: string; answer: SignInAnswer },
): Promise<McpServer | Refusal> {
  const door = await doorTo(deps, id)
  if (door instanceof Refusal) return door
  try {
    await door.endSignIn(id, answer)
  } catch (error) {
    const words = serverWords(deps.redaction, error)
    return error instanceof SignInRefused
      ? refuse('invalid_request', words)
      : refuse('unavailable', { code: 'problem.signInFailed', params: { reason: words } })
  }
  return reconnectServer(deps, id)
}

async function doorTo({ db, servers }: Deps, id: string): Promise<ServerDoor | Refusal> {
  const row = await findServer(db, id)
  if (!row) return refuse('not_found', { code: 'problem.noServer' })
  if (!row.enabled) return refuse('unavailable', { code: 'problem.serverOff' })
  if (row.url === undefined) return refuse('invalid_request', { code: 'problem.serverIsProgram' })
  return servers.reached() ?? refuse('unavailable', { code: 'problem.connectsNowhere' })
}
