import type { ModelMessage } from '@/lib/domain/call/solution'
import type { JsonSchema } from '@/lib/domain/call/tool'

const schema: JsonSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, content: { type: 'string' } },
  required: ['path'],
}

export const TOOLS = ['read_file', 'write_file', 'run_command'].map(name => ({
  ...{ name, schema, description: `What ${name} does, in a sentence or two, as tools say it.` },
}))

const PROSE = 'The tests of the parser fail where a quoted field holds a line break, as far as I can see. '
const CODE = `const rows = text.split('\\n').map(line => line.split(','))\nif (a !== b) return { token: next(), page: 12 }\n`

/** One exchange: what a person asks, two calls, their results, and an answer; about 4 KB. */
function exchange(at: number): ModelMessage[] {
  const calls = ['read_file', 'write_file'].map((tool, n) => ({
    ...{ id: `call_${at}_${n}`, tool },
    argumentsText: JSON.stringify({ path: `src/part-${at}.ts`, content: CODE.repeat(4) }),
  }))
  const results = calls.map(
    ({ id, tool }): ModelMessage => ({
      role: 'result',
      callId: id,
      tool,
      text: CODE.repeat(8),
      isError: false,
    }),
  )
  return [
    { role: 'user', text: PROSE.repeat(3) },
    { role: 'assistant', text: PROSE, calls, failures: 0 },
    ...results,
    { role: 'assistant', text: PROSE.repeat(2), calls: [], failures: 0 },
  ]
}

/** A conversation of about so many characters. */
export function historyOf(chars: number): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (let [at, size] = [0, 0]; size < chars; at += 1) {
    const more = exchange(at)
    messages.push(...more)
    size += JSON.stringify(more).length
  }
  return messages
}

/** A reply of about so many characters, with calls as the dialect writes them at its end. */
export function replyOf(dialect: 'tags' | 'react' | 'structured', chars: number): string {
  const filling = `${PROSE + CODE}\n\`\`\`ts\n${CODE}\`\`\`\n`.repeat(Math.ceil(chars / 400)).slice(0, chars)
  const json = JSON.stringify({ path: 'a.ts', content: CODE })
  switch (dialect) {
    case 'tags':
      return `${filling}\n<tool_call>{"name": "write_file", "arguments": ${json}}</tool_call>`
    case 'react':
      return `<THOUGHT>${filling}</THOUGHT>\n<ACTION><tool_name>read_file</tool_name><parameters><path>a</path></parameters></ACTION>`
    case 'structured':
      return JSON.stringify({ output: filling, calls: [{ tool: 'write_file', arguments: json }] })
  }
}
