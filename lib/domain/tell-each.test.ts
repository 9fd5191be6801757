import { expect, test } from 'vitest'
import { tellEach } from './tell-each'

test('every listener is told, whatever the others do, and what went wrong is reported', async () => {
  const told: string[] = []
  const errors: unknown[] = []
  const listeners = [
    (word: string) => void told.push(`first ${word}`),
    () => {
      throw new Error('second')
    },
    async () => {
      throw new Error('third')
    },
    (word: string) => void told.push(`fourth ${word}`),
  ]
  tellEach({ listeners, report: error => errors.push(error) }, 'news')
  expect(told).toEqual(['first news', 'fourth news'])
  await Promise.resolve()
  expect(errors).toEqual([new Error('second'), new Error('third')])
})

test('those that were there when it began are told, though they leave or others come meanwhile', () => {
  const told: number[] = []
  const listeners = new Set<() => void>()
  const last = () => void told.push(2)
  listeners.add(() => {
    told.push(1)
    listeners.delete(last)
    listeners.add(() => told.push(3))
  })
  listeners.add(last)
  tellEach({ listeners, report: () => undefined })
  expect(told).toEqual([1, 2])
})
