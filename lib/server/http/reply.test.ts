import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '@/lib/domain/contract/contract'
import { FileReply, fileName } from './file-reply'
import { toResponse, whileSignedIn } from './reply'

/** A file of two pieces, for a browser that may be signed out, and what became of it. */
function twoPieces({ isStuck = false } = {}) {
  const ends: string[] = []
  const pieces = ['one,', 'two']
  const body = new ReadableStream<Uint8Array>({
    pull: async controller => {
      const piece = pieces.shift()
      if (piece === undefined) return controller.close()
      if (isStuck && pieces.length === 0) return new Promise(() => undefined)
      controller.enqueue(Buffer.from(piece))
    },
    cancel: () => void ends.push('the making of it is stopped'),
  })
  const signedOut = new AbortController()
  const open = { signedOut: signedOut.signal, forget: () => void ends.push('it is forgotten') }
  const file = new FileReply(fileName('a', '.md'), 'text/markdown', body)
  return { file, open, signOut: () => signedOut.abort(), ends }
}

/** The same, as it is answered. */
function answered(options = {}) {
  const { file, open, ...rest } = twoPieces(options)
  return { response: toResponse(null, file, open), ...rest }
}

describe('what is sent piece by piece', () => {
  test('comes as it is, and is forgotten at its end', async () => {
    const { response, ends } = answered()
    expect(ends).toEqual([])
    expect(await response.text()).toBe('one,two')
    expect(ends).toEqual(['it is forgotten'])
  })

  test('breaks off when its browser is signed out', async () => {
    const { response, signOut, ends } = answered({ isStuck: true })
    const text = response.text()
    signOut()
    await expect(text).rejects.toMatchObject({ name: 'AbortError' })
    expect(ends).toEqual(['it is forgotten', 'the making of it is stopped'])
  })

  test('is forgotten where nobody reads it to its end', async () => {
    const { response, ends } = answered()
    await response.body?.cancel()
    expect(ends).toEqual(['it is forgotten', 'the making of it is stopped'])
  })
})

test('what is ready only when its browser is signed out already is told so, and let go of', async () => {
  const { file, open, signOut, ends } = twoPieces()
  const handled = Promise.withResolvers<unknown>()
  const response = whileSignedIn(OPERATIONS.exportSession, handled.promise, open)
  signOut()
  expect((await response).status).toBe(401)
  handled.resolve(file)
  await handled.promise
  expect(ends).toContain('the making of it is stopped')
})

test('what is sent in one piece is forgotten at once', async () => {
  const ends: string[] = []
  const open = { signedOut: new AbortController().signal, forget: () => void ends.push('it is forgotten') }
  expect(await toResponse(null, { a: 1 }, open).json()).toEqual({ a: 1 })
  expect(ends).toEqual(['it is forgotten'])
})
