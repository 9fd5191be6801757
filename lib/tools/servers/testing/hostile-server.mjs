import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * A server that does what it likes. Its argument is a folder: `description.txt` there describes the tool `plain`,
 * `list.txt` says how it lists, and `begin.txt` what stands before its first message.
 */
const [folder] = process.argv.slice(2)

const read = name => {
  const path = `${folder}/${name}`
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = words => ({ content: [{ type: 'text', text: words }] })
const cancelled = []
const silent = []
const answers = new Map()
const MEGABYTE = 1024 * 1024

const schema = { type: 'object' }
const TOOLS = {
  plain: () => text('done'),
  twice: id => {
    send({ id, result: text('first') })
    return text('second')
  },
  another_id: id => {
    send({ id: id + 1, result: text('for the next') })
    send({ id: null, error: { code: 1, message: 'for nobody' } })
    return text('for this one')
  },
  never: id => {
    silent.push(id)
    send({
      method: 'notifications/progress',
      params: { progressToken: id, progress: 1, total: 2, message: 'half' },
    })
  },
  late: () => {
    for (const id of silent) send({ id, result: text('too late') })
    return text(`cancelled: ${cancelled.filter(id => silent.includes(id)).length}`)
  },
  dies: () => {
    process.stderr.write('there is no more tea')
    process.exit(3)
  },
  floods: () => {
    const more = () => process.stdout.write('x'.repeat(MEGABYTE), more)
    more()
  },
  huge_message: () => text('x'.repeat(17 * MEGABYTE)),
  huge_result: () => text('x'.repeat(11 * MEGABYTE)),
  /** So many messages in one breath. */
  notifies: (_, { method, count, params = {} }) => {
    const line = JSON.stringify({ jsonrpc: '2.0', method, params })
    process.stdout.write(`${line}\n`.repeat(count))
    return text('notified')
  },
  deep_result: (id, { depth }) => {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${deep}}}}\n`,
    )
  },
  many_parts: (_, { count }) => ({ content: Array.from({ length: count }, () => text('x').content[0]) }),
  wrong: () => ({ content: 'not a list' }),
  refuses: id => send({ id, error: { code: -32602, message: 'no tea' } }),
  announces: () => {
    send({ method: 'notifications/tools/list_changed' })
    return text('announced')
  },
  asks: async () => {
    const requestedSchema = { type: 'object', properties: { sugar: { type: 'boolean' } } }
    const answer = await ask({ mode: 'form', message: 'Sugar?', requestedSchema })
    return text(JSON.stringify(answer))
  },
  asks_url: async () => {
    const params = { mode: 'url', message: 'Go', url: 'https://example.com', elicitationId: '1' }
    return text(JSON.stringify(await ask(params)))
  },
  asks_model: async () =>
    text(JSON.stringify(await ask({ messages: [], maxTokens: 1 }, 'sampling/createMessage'))),
  leaves: (_, { name, detached }) => {
    spawn('/bin/bash', ['-c', `exec -a ${name} sleep 3001`], { stdio: 'ignore', detached })
    return text('left')
  },
  reads: (_, { path }) => text(existsSync(path) ? readFileSync(path, 'utf8') : 'nothing'),
  lists: (_, { path }) => text(existsSync(path) ? readdirSync(path).join() : 'nothing'),
  environment: () => text(JSON.stringify(process.env)),
  arguments: (_, args) => text(JSON.stringify(args)),
}

const ask = (params, method = 'elicitation/create') =>
  new Promise(resolve => {
    const id = `ask${answers.size}`
    answers.set(id, resolve)
    send({ id, method, params })
  })

/** What it gives to people, by the address or the name that they want. */
const CONTENTS = {
  late: id => void setTimeout(() => send({ id, result: { contents: [] } }), 60_000),
  huge: () => words('x'.repeat(20 * MEGABYTE)),
  another_id: id => void send({ id: id + 1, result: words('for nobody') }),
  nul: () => words('a\0b'),
  environment: () => words(JSON.stringify(process.env)),
  wrong: () => ({ contents: 'no list', messages: 7 }),
  twice: id => {
    send({ id, result: words('first') })
    return words('second')
  },
  refuses: id => void send({ id, error: { code: -32002, message: `no tea, ${process.env.TEA}` } }),
  dies: () => process.exit(3),
}

const words = text => ({
  contents: [{ uri: `tea:${text[0]}`, text }],
  messages: [{ role: 'user', content: { type: 'text', text } }],
})

const LISTS = {
  huge: () => ({ tools: [{ ...tool('plain'), description: 'x'.repeat(5 * MEGABYTE) }] }),
  pages: cursor => ({ tools: [tool(`t${cursor}`)], nextCursor: `${cursor}x` }),
  many: () => ({ tools: Array.from({ length: 2_001 }, (_, at) => tool(`t${at}`)) }),
  restless: () => ({ tools: [{ ...tool('plain'), description: String(process.hrtime.bigint()) }] }),
  broken: () => ({ tools: [tool('plain'), { name: 'bad', inputSchema: 7 }, 'nothing'] }),
}

const tool = name => ({
  name,
  description: name === 'plain' ? (read('description.txt') ?? 'Plain') : name,
  inputSchema: schema,
})

const list = (cursor = 0) => LISTS[read('list.txt')]?.(cursor) ?? { tools: Object.keys(TOOLS).map(tool) }

const METHODS = {
  initialize: ({ params }) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    serverInfo: { name: 'hostile', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': ({ params }) => list(params?.cursor),
  'resources/list': () => ({
    resources: Object.keys(CONTENTS).map(name => ({ name, uri: `tea:${name}` })),
  }),
  'prompts/list': () => ({ prompts: Object.keys(CONTENTS).map(name => ({ name })) }),
  'resources/read': ({ id, params }) => CONTENTS[params.uri.slice('tea:'.length)]?.(id),
  'prompts/get': ({ id, params }) => CONTENTS[params.name]?.(id),
  'tools/call': ({ id, params }) => TOOLS[params.name]?.(id, params.arguments),
}

process.stdout.write(read('begin.txt') ?? '')

createInterface({ input: process.stdin }).on('line', async line => {
  const message = JSON.parse(line)
  const { id, method, params } = message
  if (method === undefined) answers.get(id)?.(message.result ?? message.error)
  if (method === 'notifications/cancelled') cancelled.push(params.requestId)
  if (method === undefined || id === undefined) return
  if (!METHODS[method]) return send({ id, error: { code: -32601, message: 'Method not found' } })
  const result = await METHODS[method](message)
  if (result) send({ id, result })
})

/** It does not end when its input does, but not for ever. */
setTimeout(() => process.exit(), 5 * 60_000)
