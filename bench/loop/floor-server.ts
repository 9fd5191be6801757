import { type Call, type Message, openBare, openKept, prepare, type Thread } from './floor-record'
import { type Asked, config, perform, serve, tell } from './plain-server'

/**
 * The floor, as a program: the decision is one commit, its result the next, the model's reply the third, each made
 * before what follows it, and whoever watches is told once. With `keeps` it keeps the record, else nothing is checked.
 */
const openThread = config.keeps ? openKept : openBare

async function accept(asked: Asked): Promise<() => Promise<void>> {
  const { session, what, body } = asked
  const thread = await openThread(asked)
  if (!thread) return async () => undefined
  const { messages } = thread
  if (what === 'messages') {
    const message = { role: 'user', content: body.text }
    await thread.append('message', message)
    return () => ask(session, thread, [...messages, message])
  }
  const call = messages.at(-1)?.tool_calls?.[0]
  if (!call) throw new Error('Nothing waits.')
  await thread.append('decision', { approved: true, ...body })
  return async () => {
    const { name, arguments: text } = call.function
    const content = await perform(session, name, JSON.parse(text))
    const result = { role: 'tool', tool_call_id: call.id, content }
    await thread.append('result', result)
    await ask(session, thread, [...messages, result])
  }
}

const path = { type: 'string' }
const TOOLS = [tool('write_file', { path, content: { type: 'string' } }), tool('read_file', { path })]

function tool(name: string, properties: Record<string, object>) {
  const parameters = { type: 'object', properties, required: Object.keys(properties) }
  return { type: 'function', function: { name, description: name, parameters } }
}

async function ask(session: string, thread: Thread, messages: Message[]): Promise<void> {
  const response = await fetch(`${config.modelUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${config.modelKey}` },
    body: JSON.stringify({ model: config.model, stream: true, messages, tools: TOOLS }),
  })
  if (!response.ok || !response.body) throw new Error(`The model answered ${response.status}.`)
  const reply = await readReply(response.body, text => tell(session, 'delta', text))
  const waiting = await thread.append('reply', reply)
  tell(session, reply.tool_calls ? 'waiting' : 'ended', { session, ...waiting })
}

type Part = { index: number; id?: string; function: { name?: string; arguments?: string } }
type Chunk = { choices: { delta: { content?: string | null; tool_calls?: Part[] } }[] }

async function readReply(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (text: string) => void,
): Promise<Message> {
  let content = ''
  const calls: Call[] = []
  let rest = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + piece).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (frame === 'data: [DONE]') continue
      const chunk: Chunk = JSON.parse(frame.slice('data: '.length))
      const delta = chunk.choices[0]?.delta
      if (delta?.content) onText(delta.content)
      content += delta?.content ?? ''
      for (const { index, id, function: part } of delta?.tool_calls ?? []) {
        calls[index] ??= { id: id ?? '', type: 'function', function: { name: '', arguments: '' } }
        calls[index].function.name += part.name ?? ''
        calls[index].function.arguments += part.arguments ?? ''
      }
    }
  }
  return { role: 'assistant', content: content || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
}

await prepare()
serve(accept)
