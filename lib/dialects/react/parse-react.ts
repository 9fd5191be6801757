import { elementArguments, elementsIn } from '../elements'
import type { OfferedTool, Span, Spoken, SpokenCall, SpokenIssue } from '../spoken'

const ACTION = /<ACTION\s*>/gi
const ACTION_END = /<\/ACTION\s*>/gi
const THOUGHT = /<THOUGHT\s*>([\s\S]*?)(?:<\/THOUGHT\s*>|(?=<ACTION\s*>)|$)/gi

/**
 * A reply of thoughts and one action: the first counts, every other is told. An action that cannot be read is told,
 * too, and stays where it is.
 */
export function parseReact(reply: string, offered: OfferedTool[]): Spoken {
  const [first, ...others] = actionsIn(reply)
  const read = first && readAction(first.body, offered)
  const calls: SpokenCall[] = read?.kind === 'call' ? [{ ...read.call, span: first?.span ?? [0, 0] }] : []
  const issues: SpokenIssue[] = [
    ...(first && read?.kind === 'issue' ? [{ reason: read.reason, span: first.span }] : []),
    ...others.map(({ span }) => ({ reason: 'Only the first action of a reply counts.', span })),
  ]
  const gone = [...calls, ...others].map(({ span }) => span)
  return { ...withoutThoughts(reply, gone), calls, issues }
}

type Action = { body: string | null; span: Span }

/** An action ends at the last end before the next one begins: code in it may speak of ends. */
function actionsIn(reply: string): Action[] {
  const starts = [...reply.matchAll(ACTION)].map(({ index, 0: tag }) => ({
    at: index,
    body: index + tag.length,
  }))
  return starts.flatMap(({ at, body }, index): Action[] => {
    const limit = starts[index + 1]?.at ?? reply.length
    const ends = [...reply.slice(body, limit).matchAll(ACTION_END)]
    const last = ends.at(-1)
    if (!last) return [{ body: null, span: [at, limit] }]
    return [{ body: reply.slice(body, body + last.index), span: [at, body + last.index + last[0].length] }]
  })
}

type Read = { kind: 'call'; call: Omit<SpokenCall, 'span'> } | { kind: 'issue'; reason: string }

const WHOLE = new Set(['tool_name', 'parameters'])

function readAction(body: string | null, offered: OfferedTool[]): Read {
  if (body === null) return { kind: 'issue', reason: 'The action never ended.' }
  const parts = elementsIn(body, WHOLE)
  const tool = parts?.find(({ name }) => name === 'tool_name')?.body.trim()
  if (!parts || !tool) return { kind: 'issue', reason: 'The action needs <tool_name> and <parameters>.' }
  const given = parts.find(({ name }) => name === 'parameters')?.body ?? ''
  const argumentsText = elementArguments(
    given,
    offered.find(({ name }) => name === tool),
  )
  if (argumentsText === null)
    return { kind: 'issue', reason: 'The parameters need one element for each, and nothing beside them.' }
  return { kind: 'call', call: { tool, argumentsText } }
}

function withoutThoughts(reply: string, gone: Span[]): { text: string; reasoning: string } {
  let rest = ''
  let at = 0
  for (const [from, to] of gone.toSorted((one, other) => one[0] - other[0])) {
    rest += reply.slice(at, from)
    at = to
  }
  rest += reply.slice(at)
  const reasoning = [...rest.matchAll(THOUGHT)].map(([, thought = '']) => thought.trim()).join('\n\n')
  return { text: rest.replace(THOUGHT, '').trim(), reasoning }
}
