import { describe, expect, test } from 'vitest'
import { Refusal } from '@/lib/domain/contract/problem'
import { keepStarting } from './starter'

function starter(tries: (() => Promise<string>)[]) {
  const logged: string[] = []
  const start = () => (tries.shift() ?? (() => Promise.resolve('works')))()
  return { ...keepStarting({ start, log: (_level, message) => void logged.push(message) }), logged }
}

const fails = () => Promise.reject(new Error('No database.'))

describe('a start', () => {
  test('is waited for', async () => {
    const begun = Promise.withResolvers<string>()
    const { started } = starter([() => begun.promise])
    const asked = [started(), started()]
    begun.resolve('works')
    expect(await Promise.all(asked)).toEqual(['works', 'works'])
    expect(await started()).toBe('works')
  })

  test('that fails is told at once, tried again, and then forgotten', async () => {
    const second = Promise.withResolvers<string>()
    const { started, logged } = starter([fails, () => second.promise])
    const refused = await started()
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ code: 'unavailable', more: { retryAfter: 1 } })
    second.resolve('works')
    let now = await started()
    while (now instanceof Refusal) {
      await new Promise(resolve => setImmediate(resolve))
      now = await started()
    }
    expect(now).toBe('works')
    expect(logged).toEqual(['The start failed and is tried again', 'Started'])
  })

  test('that is stopped gives what there is, and is not tried again', async () => {
    const working = starter([])
    expect(await working.started()).toBe('works')
    expect(await working.stop()).toBe('works')
    const failing = starter([fails])
    await failing.started()
    expect(await failing.stop()).toBeNull()
    expect(failing.logged).toEqual(['The start failed and is tried again'])
  })
})
