import { expect, test } from 'vitest'
import { faultOf } from './completion'

test('what an exception of our own says is not told as the words of the server', () => {
  const bug = new TypeError(
    "Cannot read properties of undefined (reading 'x') at /srv/app/lib/model/reply.ts:12",
  )
  expect(faultOf(bug, undefined)).toEqual({ kind: 'unreadable', words: 'It could not be read (TypeError).' })
  expect(faultOf('thrown text', undefined)).toEqual({ kind: 'unreadable', words: 'It could not be read.' })
})
