import { expect, test } from 'vitest'
import type { Dialect } from '@/lib/domain/session/session'
import { call, type Scripted, scenario } from '@/test/world/scenario'
import { sentMessages } from '@/test/world/sent-messages'

const acts: Record<Dialect, Scripted> = {
  auto: call('gated_write', { name: 'auto!' }),
  native: call('gated_write', { name: 'native!' }),
  tags: { raw: 'I do.\n<tool_call>{"name": "gated_write", "arguments": {"name": "tags!"}}</tool_call>' },
  react: {
    raw: '<THOUGHT>I do.</THOUGHT><ACTION><tool_name>gated_write</tool_name><parameters><name>react!</name></parameters></ACTION>',
  },
  structured: {
    raw: '{"output": "I do.", "calls": [{"tool": "gated_write", "arguments": {"name": "structured!"}}]}',
  },
}

const ORDER: Dialect[] = ['auto', 'tags', 'react', 'structured', 'native']

test('a session that changes its dialect tells its history whole and in the form of the new one, each time', async () => {
  const s = await scenario({ limits: { requests: 20 } })
  await s.plays([...ORDER.map(dialect => acts[dialect]), { text: 'Done.' }])
  for (const [index, dialect] of ORDER.entries()) {
    await s.world.until('the next call', async () => (await s.results()).length === index)
    const { calls } = await s.waitsOn('gated_write')
    const expected = dialect === 'auto' ? 'native' : dialect
    expect(calls).toMatchObject([{ dialect: expected, proposed: { arguments: { name: `${dialect}!` } } }])
    await s.sets({ dialect: ORDER[index + 1] ?? 'tags' })
    await s.approves('gated_write')
  }
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(ORDER.map(dialect => `${dialect}!`))
  for (const [index, dialect] of [...ORDER, 'tags' as const].entries()) {
    const messages = await sentMessages(s.world.db, s.sessionId, index + 1)
    const results = messages.filter(message => message.role === 'result')
    const inText = messages.filter(({ role, text }) => role === 'user' && / is done/.test(text))
    expect(results.length + inText.length).toBe(index)
    if (dialect === 'native') expect(inText).toEqual([])
    if (dialect !== 'native' && dialect !== 'auto') expect(results).toEqual([])
    for (const name of ORDER.slice(0, index)) expect(JSON.stringify(messages)).toContain(`${name}! is done`)
  }
})
