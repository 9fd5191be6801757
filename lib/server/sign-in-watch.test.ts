import { expect, onTestFinished, test } from 'vitest'
import { SignInWatch } from './sign-in-watch'

/** A watch over cookies of which these are still good, and whom it asked about at its last look. */
function watchOver(good: string[]) {
  const looks: string[][] = []
  const watch = new SignInWatch({
    stillGood: async hashes => {
      looks.push(hashes)
      return hashes.filter(hash => good.includes(hash))
    },
    log: () => undefined,
  })
  onTestFinished(() => watch.close())
  const lookedAt = async (): Promise<string[]> => {
    looks.length = 0
    await watch.check()
    return looks.flat()
  }
  return { watch, lookedAt }
}

const request = () => new AbortController()

test('a request ends with the sign-in of its browser, and no other does', async () => {
  const { watch, lookedAt } = watchOver(['good'])
  const [one, other] = [watch.open('bad', request().signal), watch.open('good', request().signal)]
  expect(await lookedAt()).toEqual(['bad', 'good'])
  expect([one.signal.aborted, one.signedOut.aborted]).toEqual([true, true])
  expect(other.signal.aborted).toBe(false)
  expect(await lookedAt()).toEqual(['good'])
})

test('a request that is answered, or whose client has gone, is forgotten', async () => {
  const { watch, lookedAt } = watchOver([])
  watch.open('answered', request().signal).forget()
  const client = request()
  const { signedOut } = watch.open('gone', client.signal)
  client.abort()
  expect(await lookedAt()).toEqual([])
  expect(signedOut.aborted).toBe(false)
})
