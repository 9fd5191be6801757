import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorFields } from '@/lib/agent/process/error-fields'
import { Redaction } from '@/lib/agent/process/redaction'
import { createLog } from './log'

const redaction = new Redaction(['the-key-of-a-provider-7'], '42'.repeat(32))

function written(write: (log: ReturnType<typeof createLog>) => void): { out: string; err: string } {
  const texts = { out: '', err: '' }
  const sink = (name: 'out' | 'err') => ({
    write: (text: string) => {
      texts[name] += text
    },
  })
  const hide = (entry: Record<string, unknown>) => redaction.mask(entry)
  write(createLog({ instance: 'one' }, { sinks: { out: sink('out'), err: sink('err') }, hide }))
  return texts
}

test('each entry is one line of JSON, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (message, value) => {
      const { out } = written(log => log('info', message, { value, big: 1n }))
      expect(out).toMatch(/^[^\p{Cc}\u2028\u2029]*\n$/u)
      expect(JSON.parse(out)).toMatchObject({ level: 'info', message, instance: 'one', value, big: '1' })
    }),
  )
})

test('nothing in it can start a line of its own or tell a terminal what to do', () => {
  const { out } = written(log => log('info', 'a\n{"level":"error"}\r\u001b[2J\u009b2J\u2028\u0085b'))
  expect(out.trimEnd()).not.toMatch(/[\p{Cc}\u2028]/u)
})

test('a person at a terminal reads a sentence, which cannot tell the terminal what to do', () => {
  const lines: string[] = []
  const sink = { isTTY: true, write: (text: string) => lines.push(text) }
  const log = createLog({ instance: 'one' }, { sinks: { out: sink, err: sink } })
  log('warn', 'The disk is \u001b[2Jnearly full', { freeBytes: 12n, stack: 'at x' })
  log('info', 'Ready')
  expect(lines).toEqual(['warn: The disk is \\u001b[2Jnearly full (freeBytes: "12")\n', 'Ready\n'])
})

test('warnings and errors go elsewhere, with what is known of the error', () => {
  const error = new Error('Broken', { cause: new Error('Deeper') })
  const { out, err } = written(log => {
    log('warn', 'Careful')
    log('error', 'Bad', errorFields(error))
  })
  expect(out).toBe('')
  const [first, second] = err.trimEnd().split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({ level: 'warn', message: 'Careful' })
  expect(JSON.parse(second ?? '')).toMatchObject({
    error: 'Error: Broken',
    cause: 'Error: Deeper',
    stack: expect.any(String),
  })
  expect(errorFields('plain')).toEqual({ error: 'plain' })
})

test('a secret that the server holds is in none, wherever it stands', () => {
  const error = new Error('Unauthorized: the-key-of-a-provider-7', { cause: 'key=the-key-of-a-provider-7' })
  const { out, err } = written(log => {
    log('info', 'with the-key-of-a-provider-7', {
      url: 'https://a/?k=the-key-of-a-provider-7',
      list: [['x']],
    })
    log('error', 'It failed', errorFields(error))
  })
  expect(out + err).not.toContain('the-key-of-a-provider-7')
  expect(JSON.parse(out)).toMatchObject({
    message: 'with ⟦secret:0⟧',
    url: 'https://a/?k=⟦secret:0⟧',
    list: [['x']],
  })
})
