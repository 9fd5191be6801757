import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorFields } from '@/lib/run/error-fields'
import { createLog } from './log'

function written(write: (log: ReturnType<typeof createLog>) => void): { out: string; err: string } {
  const texts = { out: '', err: '' }
  const sink = (name: 'out' | 'err') => ({
    write: (text: string) => {
      texts[name] += text
    },
  })
  write(createLog({ instance: 'one' }, { out: sink('out'), err: sink('err') }))
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
