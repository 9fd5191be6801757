import { expect, test } from 'vitest'
import { asked, failed, solved } from '../testing/ask'
import { breakable, stream } from '../testing/chat-stream'
import { serve } from '../testing/serve'
import { SPEECHES } from '../testing/speeches'
import { createProvider, patientFetch } from './provider'

const at = (url: string, kind: Parameters<typeof createProvider>[0]) =>
  createProvider(
    kind,
    { baseUrl: url, apiKey: 'sk-test-0123456789', models: [] },
    { fetch: patientFetch, now: () => 0 },
  )

test.each(SPEECHES)(
  '%s is asked, torn, stopped and missed through it as through any other',
  async (_, speech) => {
    const { kind, model, begin, text, end } = speech
    const whole = await serve(stream(begin, text('Hello'), end('text')))
    expect(solved(await at(whole.url, kind).model(asked({ model }))).text).toBe('Hello')
    const { answer, reset } = breakable(begin, text('Half'))
    const torn = await serve(answer)
    expect(failed(await at(torn.url, kind).model(asked({ model, onDelta: reset })))).toMatchObject({
      reason: 'torn',
      text: 'Half',
    })
    const silent = await serve(() => {})
    expect(failed(await at(silent.url, kind).model(asked({ model, idleMs: 40 })))).toMatchObject({
      reason: 'idle',
    })
    await silent.close()
    const missed = failed(await at(silent.url, kind).model(asked({ model })))
    expect(missed).toMatchObject({
      reason: 'network',
      message: expect.stringContaining('refuses connections'),
    })
  },
)
