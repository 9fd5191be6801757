import { expect, test } from 'vitest'
import type { WireName } from '@/test/wire/speech'
import { PROVIDERS } from '@/test/wire/start-wire-server'
import { providerWorld } from '@/test/world/provider-world'

const told = providerWorld()

/** How the id of a call stands in what each is sent; Google pairs by place where there is none. */
const ID_IN: Record<WireName, RegExp | null> = {
  openai: /"type":"function_call","call_id":"([^"]*)"/g,
  'openai-chat': /"id":"([^"]*)","type":"function"/g,
  anthropic: /"type":"tool_use","id":"([^"]*)"/g,
  google: null,
  compatible: /"id":"([^"]*)","type":"function"/g,
}

const named = (id: string, name: string) => ({ id, name: 'gated_write', arguments: { name } })

test.each(PROVIDERS)(
  '%s counts its calls anew in each reply: each has its own result all the same',
  async (provider, model) => {
    const idIn = ID_IN[provider]
    const { s, wire } = await told({ model: `${provider}:${model}`, thinking: 'high' })
    const before = s.gates.ledger.length
    wire.script([
      { reasoning: 'Hm.', text: 'One.', calls: [named('call_0', 'a!'), named('call_1', 'b!')] },
      { reasoning: 'Hm.', text: 'Two.', calls: [named('call_0', 'c!')] },
      { reasoning: 'Hm.', text: 'Three.', calls: [named('call_0', 'd!')] },
      { text: 'Done.' },
    ])
    await s.says('Hello.')
    const sets = [await s.waitsOn('gated_write', 'gated_write')]
    await s.approves('gated_write a!')
    await s.denies('gated_write')
    for (const _ of ['c!', 'd!']) {
      sets.push(await s.waitsOn('gated_write'))
      await s.approves('gated_write')
    }
    await s.ends('final_text')
    expect(s.gates.ledger.slice(before)).toEqual(['a!', 'c!', 'd!'])
    const ids = sets.flatMap(({ calls }) => calls.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4)
    const { transcript } = await s.view()
    const results = transcript.filter(({ kind }) => kind === 'result')
    // A denied one may have its result before one that runs.
    const textOf = new Map(results.map(({ callId, text }) => [callId, text]))
    const texts = ['a! is done', expect.stringMatching(/denied/i), 'c! is done', 'd! is done']
    expect(ids.map(id => textOf.get(id))).toEqual(texts)
    expect(results).toHaveLength(4)
    expect((await s.sent(4)).filter(line => line.startsWith('result of'))).toEqual([
      'result of gated_write: a! is done',
      expect.stringMatching(/denied/i),
      'result of gated_write: c! is done',
      'result of gated_write: d! is done',
    ])
    expect(wire.faults()).toEqual([])
    const sent = wire.requests.map(({ body }) =>
      idIn ? [...JSON.stringify(body).matchAll(idIn)].map(([, id]) => id) : [],
    )
    const last = sent.at(-1) ?? []
    expect(new Set(last).size).toBe(idIn ? 4 : 0)
    for (const earlier of sent) expect(earlier).toEqual(last.slice(0, earlier.length))
  },
)
