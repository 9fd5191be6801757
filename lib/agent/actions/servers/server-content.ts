import { fieldFault, Refusal, refuse, refuseRequest } from '@/lib/domain/contract/problem'
import type { McpCatalog } from '@/lib/domain/servers/mcp-server'
import type { MessageParts } from '@/lib/domain/servers/server-content'
import { findServer } from '@/lib/store/servers/mcp-server'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { pointerTo } from '@/lib/text/json/json-value'
import { truncate } from '@/lib/text/truncate'
import { type MessagePiece, messageParts, piecesOf } from '@/lib/tools/servers/message-parts'
import type { PromptRequest, ServerContent } from '@/lib/tools/servers/server-config'
import type { Deps, ServerDoor } from '../../process/deps'
import type { Redaction } from '../../process/redaction'
import { mask } from '../../write/mask'

type At = { id: string; signal: AbortSignal }

/** A resource that the server lists, for a message that a person is writing. */
export async function readServerResource(
  deps: Deps,
  { id, uri, signal }: At & { uri: string },
): Promise<MessageParts | Refusal> {
  const catalog = await catalogOf(deps, id)
  if (catalog instanceof Refusal) return catalog
  const resource = catalog.resources.find(each => each.uri === uri)
  if (!resource) return refuse('not_found', { code: 'problem.noResource' })
  const contents = await askServer(deps, door => door.readResource(id, uri, signal))
  return contents instanceof Refusal ? contents : partsOf(deps, piecesOf(contents, resource))
}

/** A prompt that the server lists, for the same. */
export async function readServerPrompt(
  deps: Deps,
  { id, prompt, signal }: At & { prompt: PromptRequest },
): Promise<MessageParts | Refusal> {
  const catalog = await catalogOf(deps, id)
  if (catalog instanceof Refusal) return catalog
  const listed = catalog.prompts.find(({ name }) => name === prompt.name)
  if (!listed) return refuse('not_found', { code: 'problem.noPrompt' })
  const values = prompt.arguments
  const missing = listed.arguments.filter(({ name, required }) => required && !Object.hasOwn(values, name))
  const others = Object.keys(values).filter(each => !listed.arguments.some(({ name }) => name === each))
  const errors = [
    ...missing.map(({ name }) => fieldFault(pointerTo('arguments', name), { code: 'fault.promptNeeds' })),
    ...others.map(name => fieldFault(pointerTo('arguments', name), { code: 'fault.promptHasNot' })),
  ]
  if (errors.length > 0) return refuseRequest(errors)
  const contents = await askServer(deps, door => door.getPrompt(id, prompt, signal))
  return contents instanceof Refusal ? contents : partsOf(deps, piecesOf(contents, { name: listed.name }))
}

async function catalogOf({ db }: Deps, id: string): Promise<McpCatalog | Refusal> {
  const row = await findServer(db, id)
  if (!row) return refuse('not_found', { code: 'problem.noServer' })
  if (!row.enabled) return refuse('unavailable', { code: 'problem.serverOff' })
  return (
    row.catalog ?? refuse('unavailable', { code: 'problem.serverNotConnected', params: { server: row.name } })
  )
}

const MOST_WORDS = 1_000

/** Whatever goes wrong on the way is told in the words of the server or of its connection, which may say anything. */
async function askServer(
  { servers, redaction }: Deps,
  ask: (door: ServerDoor) => Promise<ServerContent[]>,
): Promise<ServerContent[] | Refusal> {
  const door = servers.reached()
  if (!door) return refuse('unavailable', { code: 'problem.connectsNowhere' })
  try {
    return await ask(door)
  } catch (error) {
    return refuse('unavailable', {
      code: 'problem.serverGaveNothing',
      params: { reason: serverWords(redaction, error) },
    })
  }
}

/** Words of a server, or of who it names, as they can stand in a problem. */
export function serverWords(redaction: Redaction, error: unknown): string {
  const words = redaction.mask(error instanceof Error ? error.message : String(error))
  return truncate(withVisibleEscapes(words), MOST_WORDS).text
}

/** Secrets are hidden before it is known what a message has room for: what stands in their place may be longer. */
async function partsOf(deps: Deps, pieces: MessagePiece[]): Promise<MessageParts> {
  const texts = pieces.map(piece => (piece.kind === 'bytes' ? { ...piece, bytes: null } : piece))
  const { value: hidden } = await mask(deps, null, texts)
  const all = hidden.map((piece, at): MessagePiece => {
    const before = pieces[at]
    if (piece.kind !== 'bytes') return piece
    const bytes = before?.kind === 'bytes' ? Buffer.from(before.bytes) : Buffer.alloc(0)
    return deps.redaction.holdsKnown(bytes)
      ? { kind: 'omission', why: `${piece.name} is left out: there is a secret in it.` }
      : { ...piece, bytes }
  })
  return messageParts(all)
}
