import { describe, expect, test } from 'vitest'
import type { Solution } from '@/lib/domain/call/solution'
import { OWNER } from '@/lib/domain/contract/person'
import { NO_USAGE } from '@/lib/domain/run/usage'
import { call, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { releaseSecret } from '../actions/release-secret'
import { maskedAnswer } from '../request/masked-answer'

const TOKEN = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const KNOWN = 'key-of-a-provider-0815'

describe('a secret', () => {
  test('that a tool gives back, or that a person types, is a handle everywhere', async () => {
    const s = await scenario({}, { server: { secrets: [KNOWN] } })
    await s.says(`My token is ${TOKEN}.`)
    await s.ends('final_text')
    expect(await s.texts()).toContain('user: My token is ⟦secret:1⟧.')
    expect((await s.view()).session.title).toContain('⟦secret:1⟧')
    await s.world.puts('a.env', `GITHUB=${TOKEN}\nOTHER=${KNOWN}\nAGAIN=${TOKEN}\n`)
    await s.plays([call('read_file', { path: 'a.env' }), { text: 'Done.' }])
    await s.waitsOn('read_file')
    await s.approves('read_file')
    await s.ends('final_text')
    const { transcript } = await s.view()
    const result = transcript.find(entry => entry.kind === 'result')
    for (const line of ['GITHUB=⟦secret:1⟧', 'OTHER=⟦secret:2⟧', 'AGAIN=⟦secret:1⟧'])
      expect(result?.text).toContain(line)
    expect((await s.sent(3)).join('\n')).toContain('⟦secret:2⟧')
  })
})

/** A script in which the token stands by an escape: the message does not hold it, what the model says does. */
const spelled = (script: unknown): string => JSON.stringify(script).replaceAll('ghp_', 'gh\\u0070_')

const release = (s: Scenario, n: number) =>
  releaseSecret(s.deps, { sessionId: s.sessionId, n, person: OWNER })

describe('what a person says is no secret', () => {
  test('is not masked from then on, what was stays so, and it is told once', async () => {
    const s = await scenario()
    const turns = [call('write_file', { path: 'a.env', content: `KEY=${TOKEN}` }), { text: 'Done.' }]
    await s.says(spelled({ turns }))
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: error'])
    const first = ok(await release(s, 1))
    expect(await release(s, 1)).toEqual(first)
    const released = (await s.events()).filter(event => event.type === 'secret.released')
    expect(released).toMatchObject([{ data: { secret: { n: 1, kind: 'pattern', released: {} } } }])
    await s.says(spelled({ turns }))
    await s.waitsOn('write_file')
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('a.env')).toBe(`KEY=${TOKEN}`)
    expect(JSON.stringify((await s.view()).transcript)).toContain('⟦secret:1⟧')
  })

  test('cannot be what the server holds, nor what is not there', async () => {
    const s = await scenario({}, { server: { secrets: [KNOWN] } })
    await s.says(`It is ${KNOWN}`)
    await s.ends('final_text')
    refused(await release(s, 1), 'invalid_request')
    refused(await release(s, 2), 'not_found')
  })
})

describe('a reply that its provider signed', () => {
  const signed = (text: string, thought: string): Solution => ({
    text,
    calls: [],
    finish: 'stop' as const,
    usage: NO_USAGE,
    message: {
      role: 'assistant' as const,
      text,
      calls: [],
      failures: 0,
      verbatim: { provider: 'p', content: [{ thought, signature: 'c2lnbmVk' }] },
    },
  })

  test('goes back to its provider only where it holds none', async () => {
    const s = await scenario({}, { server: { secrets: [KNOWN] } })
    const answered = async (solution: Solution): Promise<Solution> => {
      const answer = await maskedAnswer(s.deps, s.sessionId, { kind: 'solution', solution })
      if (answer.kind === 'failure') throw new Error(answer.failure.message)
      return answer.solution
    }
    const plain = signed('Hello.', 'They greet.')
    expect(await answered(plain)).toBe(plain)
    for (const solution of [signed(`It is ${KNOWN}.`, ''), signed('Hello.', `They gave ${KNOWN}.`)]) {
      const { message } = await answered(solution)
      expect(message.verbatim).toBeUndefined()
      expect(JSON.stringify(message)).not.toContain(KNOWN)
    }
  })

  test('goes back masked where nothing in it is signed', async () => {
    const s = await scenario({}, { server: { secrets: [KNOWN] } })
    const content = [{ type: 'reasoning', text: `They gave ${KNOWN}.`, providerOptions: undefined }]
    const plain = signed('Hello.', '')
    const solution = { ...plain, message: { ...plain.message, verbatim: { provider: 'p', content } } }
    const answer = await maskedAnswer(s.deps, s.sessionId, { kind: 'solution', solution })
    expect(answer).toMatchObject({
      solution: { message: { verbatim: { content: [{ text: 'They gave ⟦secret:1⟧.' }] } } },
    })
  })
})

describe('a Call that holds a handle', () => {
  const written = { path: 'a.env', content: 'KEY=⟦secret:1⟧\n' }

  test('never runs and says why, whoever wrote it', async () => {
    const s = await scenario()
    await s.plays([call('write_file', written), { text: 'Done.' }])
    await s.ends('final_text')
    expect(await s.results()).toEqual(['write_file: error'])
    expect((await s.texts()).join('\n')).toMatch(/Not run: the arguments hold ⟦secret:1⟧,/)
    expect(await s.world.files()).toEqual([])
  })

  test('cannot be made of another by an edit, nor with a secret typed into it', async () => {
    const s = await scenario()
    await s.plays([call('write_file', { ...written, content: 'a' }), { text: 'Done.' }])
    await s.waitsOn('write_file')
    for (const content of ['KEY=⟦secret:1⟧', `KEY=${TOKEN}`, 'KEY=\u27e6Secret:7']) {
      const edit = { kind: 'edit' as const, arguments: { ...written, content } }
      refused(await s.rules('write_file', edit), 'invalid_arguments')
    }
    const spelled = String.raw`{"path":"a.env","content":"\u27e6secret:1\u27e7"}`
    refused(await s.rules('write_file', { kind: 'edit', argumentsText: spelled }), 'invalid_arguments')
    await s.edits('write_file', { ...written, content: 'b' })
    await s.ends('final_text')
    expect(await s.world.file('a.env')).toBe('b')
  })
})
