import { describe, expect, test } from 'vitest'
import { isTemporaryName, temporaryName } from './temporary-file'

const callId = '0199f3a1-7c3e-7d7e-8f00-0123456789ab'

describe('the name of a temporary file', () => {
  test('is recognised, and does not stand out in a listing', () => {
    const name = temporaryName({ callId, epoch: 7 })
    expect([isTemporaryName(name), name.startsWith('.')]).toEqual([true, true])
  })

  test('is another one under another lease', () => {
    expect(temporaryName({ callId, epoch: 7 })).not.toBe(temporaryName({ callId, epoch: 8 }))
  })

  test('is recognised as earlier versions made it', () => {
    expect(isTemporaryName('.countersign-4711-mf3k2-1.tmp')).toBe(true)
  })

  test.each(['notes.md', '.countersign', '.countersign-1-a-1.tmp.md', 'x.countersign-1-a-1.tmp'])(
    '%s is an ordinary name',
    name => {
      expect(isTemporaryName(name)).toBe(false)
    },
  )
})
