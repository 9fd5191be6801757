import { describe, expect, test } from 'vitest'
import { call, scenario } from '@/lib/testing/scenario'

const TOKEN = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const KNOWN = 'key-of-a-provider-0815'

describe('a secret', () => {
  test('that a tool gives back is a handle everywhere', async () => {
    const s = await scenario({}, { server: { secrets: [KNOWN] } })
    await s.world.puts('a.env', `GITHUB=${TOKEN}\nOTHER=${KNOWN}\nAGAIN=${TOKEN}\n`)
    await s.plays([call('read_file', { path: 'a.env' }), { text: 'Done.' }])
    await s.waitsOn('read_file')
    await s.approves('read_file')
    await s.ends('final_text')
    const { transcript } = await s.view()
    const result = transcript.find(entry => entry.kind === 'result')
    expect(result?.text).toContain('GITHUB=⟦secret:1⟧')
    expect(result?.text).toContain('OTHER=⟦secret:2⟧')
    expect(result?.text).toContain('AGAIN=⟦secret:1⟧')
    expect((await s.sent(2)).join('\n')).toContain('⟦secret:2⟧')
  })

  test('that a person types is a handle before it is stored', async () => {
    const s = await scenario({ model: 'scripted:demo' })
    await s.says(`My token is ${TOKEN}.`)
    await s.ends('final_text')
    expect(await s.texts()).toContain('user: My token is ⟦secret:1⟧.')
    expect((await s.view()).session.title).toContain('⟦secret:1⟧')
  })
})
