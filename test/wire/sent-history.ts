import * as z from 'zod'
import { type Answer, objectIn, sealOf, thoughtSeal, type WireName } from './speech'

/** A conversation piece by piece, the same for all wires. `seal`: what the provider signed. */
type Piece =
  | { kind: 'user' | 'text' | 'thought'; text: string; seal: string }
  | { kind: 'call'; id: string; name: string; args: object | null; seal: string }
  | { kind: 'result'; id: string }

const text = z.string().optional()
const members = z.record(z.string(), z.unknown()).optional()

/** A message, an item, a block or a part, with whatever any of the wires has in it. */
const Node = z.object({
  role: text,
  type: text,
  text,
  name: text,
  arguments: text,
  input: members,
  id: text,
  call_id: text,
  tool_call_id: text,
  tool_use_id: text,
  thinking: text,
  signature: text,
  data: text,
  encrypted_content: text,
  thoughtSignature: text,
  thought: z.boolean().optional(),
  functionCall: z.object({ id: text, name: z.string(), args: members }).optional(),
  functionResponse: z.object({ id: text, name: z.string() }).optional(),
  function: z.object({ name: z.string(), arguments: z.string() }).optional(),
  summary: z.array(z.object({ text: z.string() })).optional(),
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  parts: z.array(z.unknown()).optional(),
  tool_calls: z.array(z.unknown()).optional(),
})
type Node = z.infer<typeof Node>

/** What a node is by itself; `null` where it is a message with others in it. */
function pieceOf(node: Node, role: string | undefined): Piece | null {
  const { functionCall, functionResponse: response, thoughtSignature: seal = '' } = node
  const outputOf = node.type === 'function_call_output' ? node.call_id : undefined
  const answered = response?.id ?? response?.name ?? node.tool_call_id ?? node.tool_use_id ?? outputOf
  if (answered !== undefined) return { kind: 'result', id: answered }
  const { name = '' } = node.function ?? functionCall ?? node
  const written = node.function?.arguments ?? node.arguments
  const args =
    written === undefined ? (node.input ?? (functionCall && (functionCall.args ?? {}))) : objectIn(written)
  const id = functionCall ? (functionCall.id ?? name) : (node.call_id ?? node.id ?? '')
  if (args !== undefined) return { kind: 'call', id, name, args, seal }
  const summary = node.summary?.map(part => part.text).join('')
  const thought = node.thinking ?? summary ?? (node.data === undefined ? undefined : '')
  const signed = node.signature ?? node.data ?? node.encrypted_content ?? ''
  if (node.thought || thought !== undefined) return { kind: 'thought', text: thought ?? '', seal: signed }
  const said = typeof node.content === 'string' ? node.content : node.text
  if (said === undefined && (node.content || node.parts || node.tool_calls)) return null
  return { kind: role === 'user' ? 'user' : 'text', text: said ?? node.type ?? 'picture', seal }
}

function piecesOf(value: unknown, of?: string): Piece[] {
  const node = Node.parse(value)
  const role = of ?? node.role
  if (role === 'system' || role === 'developer') return []
  const piece = pieceOf(node, role)
  const below = [...(Array.isArray(node.content) ? node.content : []), ...(node.parts ?? [])]
  const calls = node.tool_calls?.flatMap(each => piecesOf(each)) ?? []
  if (piece?.kind === 'text' && piece.text === '' && calls.length > 0) return calls
  return [...(piece ? [piece] : below.flatMap(each => piecesOf(each, role))), ...calls]
}

const list = z.array(z.unknown()).default([])
const Sent = z.object({ input: list, messages: list, contents: list })

/** What the server gave out with a signature: it has to come back with it. */
export type Issued = Set<string>

export function issue({ calls, thought }: Answer, wire: WireName, issued: Issued): void {
  for (const { id, name, argumentsText } of calls)
    if (wire === 'google') issued.add(JSON.stringify([name, objectIn(argumentsText)]))
    else if (thought && (wire === 'openai' || wire === 'anthropic')) issued.add(`${wire} ${id}`)
}

const STAND_IN = 'skip_thought_signature_validator'
const IDS: Partial<Record<WireName, RegExp>> = { anthropic: /^[\w-]{1,64}$/, 'openai-chat': /^.{1,40}$/ }

/** Why the provider of this wire would refuse the conversation; `null` where it takes it. */
export function historyFault(wire: WireName, body: unknown, issued: Issued): string | null {
  const { input, messages, contents } = Sent.parse(body)
  const pieces = [...input, ...messages, ...contents].flatMap(each => piecesOf(each))
  if (pieces[0]?.kind !== 'user') return 'It does not begin with the person.'
  const last = pieces.at(-1)?.kind
  if (last !== 'user' && last !== 'result') return 'It ends with the model.'
  const begin = pieces.findLastIndex(({ kind }) => kind === 'user')
  let owed: string[] = []
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1]?.kind
    if (piece.kind === 'result') {
      if (owed[0] !== piece.id) return `The result of ${piece.id} is not the one that is owed: ${owed}`
      owed = owed.slice(1)
    } else if (owed.length > 0 && (piece.kind !== 'call' || before === 'result'))
      return `No result of ${owed}.`
    const own = ownOf(pieces, at)
    const fault = piece.kind === 'result' ? null : pieceFault(wire, piece, own)
    if (fault) return fault
    if (piece.kind !== 'call') continue
    owed.push(piece.id)
    if (at < begin || before === 'call') continue
    const isUnsigned =
      piece.seal === '' || (piece.seal === STAND_IN && issued.has(JSON.stringify([piece.name, piece.args])))
    if (wire === 'google' && isUnsigned) return `The signature of ${piece.name} is missing.`
    const first = pieces.slice(0, at).findLast(each => each.kind !== 'text')
    if (issued.has(`${wire} ${piece.id}`) && first?.kind !== 'thought')
      return `The reasoning before ${piece.id} is missing.`
  }
  return owed.length > 0 ? `No result of ${owed}.` : null
}

const isSaid = ({ kind }: Piece): boolean => kind === 'text' || kind === 'call'

/** What was said with a thought: all after it, up to what somebody else says. */
function ownOf(pieces: Piece[], at: number): Piece[] {
  const end = pieces.findIndex((piece, place) => place > at && !isSaid(piece))
  return pieces.slice(at + 1, end < 0 ? undefined : end)
}

function pieceFault(wire: WireName, piece: Exclude<Piece, { kind: 'result' }>, own: Piece[]): string | null {
  switch (piece.kind) {
    case 'call': {
      if (!(IDS[wire] ?? /^.{1,64}$/s).test(piece.id)) return `It takes no id like ${piece.id}.`
      if (!piece.args) return `The arguments of ${piece.id} are no object.`
      const isOwn =
        !piece.seal || piece.seal === STAND_IN || piece.seal === sealOf(wire, piece.name, piece.args)
      return isOwn ? null : `The signature of ${piece.id} is of another call.`
    }
    case 'thought': {
      if (own.length === 0) return 'Nothing follows a thought.'
      const texts = own.flatMap(each => (each.kind === 'text' ? each.text : [])).join('')
      const ids = own.flatMap(each => (each.kind === 'call' ? each.id : []))
      const isOwn =
        wire === 'google' || piece.seal === thoughtSeal(wire, { reasoning: piece.text, text: texts, ids })
      return isOwn ? null : `“${piece.text}” was not thought so, or not of this.`
    }
    default: {
      const isBlank = wire === 'anthropic' ? piece.text.trim() === '' : piece.text === '' && !piece.seal
      return isBlank ? 'It takes no empty text.' : null
    }
  }
}
