import { isHideable } from '@/lib/context/redaction/kinds/known-forms'
import { type FieldError, Refusal, refuse } from '@/lib/domain/contract/problem'
import type { McpCatalog } from '@/lib/domain/mcp/mcp-server'
import type { MessageParts } from '@/lib/domain/mcp/server-content'
import { findServer } from '@/lib/store/call/mcp-server'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { truncate } from '@/lib/text/truncate'
import { type MessagePiece, messageParts, piecesOf } from '@/lib/tools/mcp/message-parts'
import type { PromptRequest, ServerContent } from '@/lib/tools/mcp/server-config'
import type { Deps, ServerDoor } from '../../process/deps'
import { hideSecrets, withoutSecrets } from '../../process/redaction'

type At = { id: string; signal: AbortSignal }

/** A resource that the server lists, for a message that a person is writing. */
export async function readServerResource(
  deps: Deps,
  { id, uri, signal }: At & { uri: string },
): Promise<MessageParts | Refusal> {
  const catalog = await catalogOf(deps, id)
  if (catalog instanceof Refusal) return catalog
  const resource = catalog.resources.find(each => each.uri === uri)
  if (!resource) return refuse('not_found', 'This server lists no resource at this address.')
  const contents = await asked(deps, door => door.readResource(id, uri, signal))
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
  if (!listed) return refuse('not_found', 'This server lists no prompt of this name.')
  const errors = faultsIn(prompt.arguments, listed)
  if (errors[0]) return refuse('invalid_request', `${errors[0].path}: ${errors[0].message}`, { errors })
  const contents = await asked(deps, door => door.getPrompt(id, prompt, signal))
  return contents instanceof Refusal ? contents : partsOf(deps, piecesOf(contents, { name: listed.name }))
}

async function catalogOf({ db }: Deps, id: string): Promise<McpCatalog | Refusal> {
  const row = await findServer(db, id)
  if (!row) return refuse('not_found', 'There is no such server of tools.')
  if (!row.enabled) return refuse('unavailable', 'This server is switched off.')
  return row.catalog ?? refuse('unavailable', `The server ${row.name} has not been connected yet.`)
}

/** What is missing, and what the prompt does not name. */
function faultsIn(values: Record<string, string>, prompt: McpCatalog['prompts'][number]): FieldError[] {
  const path = (name: string): string => `/arguments/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const missing = prompt.arguments.filter(({ name, required }) => required && !Object.hasOwn(values, name))
  const others = Object.keys(values).filter(each => !prompt.arguments.some(({ name }) => name === each))
  return [
    ...missing.map(({ name }) => ({ path: path(name), message: 'The prompt needs a value for this.' })),
    ...others.map(name => ({ path: path(name), message: 'The prompt has no such argument.' })),
  ]
}

const MOST_WORDS = 1_000

/** Whatever goes wrong on the way is told in the words of the server or of its connection, which may say anything. */
async function asked(
  { servers, redaction }: Deps,
  ask: (door: ServerDoor) => Promise<ServerContent[]>,
): Promise<ServerContent[] | Refusal> {
  const door = servers.reached()
  if (!door) return refuse('unavailable', 'This process does not connect to servers of tools.')
  try {
    return await ask(door)
  } catch (error) {
    const words = withoutSecrets(redaction, error instanceof Error ? error.message : String(error))
    const told = truncate(withVisibleEscapes(words), MOST_WORDS).text
    return refuse('unavailable', `The server gave nothing. ${told}`)
  }
}

/** Secrets are hidden before it is known what a message has room for: what stands in their place may be longer. */
async function partsOf(deps: Deps, pieces: MessagePiece[]): Promise<MessageParts> {
  const texts = pieces.map(piece => (piece.kind === 'bytes' ? { ...piece, bytes: null } : piece))
  const hidden = await hideSecrets(deps, texts)
  const all = hidden.map((piece, at): MessagePiece => {
    const before = pieces[at]
    if (piece.kind !== 'bytes') return piece
    const bytes = before?.kind === 'bytes' ? Buffer.from(before.bytes) : Buffer.alloc(0)
    const holdsSecret = deps.redaction.secrets.some(secret => isHideable(secret) && bytes.includes(secret))
    return holdsSecret
      ? { kind: 'omission', why: `${piece.name} is left out: there is a secret in it.` }
      : { ...piece, bytes }
  })
  return messageParts(all)
}
