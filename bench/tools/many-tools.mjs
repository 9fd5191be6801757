import { createInterface } from 'node:readline'

/** A server of tools that has so many (first argument), each described in so many characters (second). */
const [count = 10, chars = 100] = process.argv.slice(2).map(Number)

const words = 'Looks into one of the many places where such things are kept. '
const tools = Array.from({ length: count }, (_, at) => ({
  name: `tool_${at}`,
  description: words.repeat(Math.ceil(chars / words.length)).slice(0, chars),
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
    required: ['query'],
  },
}))

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'many', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
  ping: () => ({}),
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = ANSWERS[method]
  const said = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: 'There is no such method.' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`)
})
