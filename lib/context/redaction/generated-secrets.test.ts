import { describe, expect } from 'vitest'
import { leakOf } from '@/lib/testing/secrets/leak'
import { SECRET_KINDS, seededRandom } from '@/lib/testing/secrets/random-secrets'
import { SECRET_SPELLINGS } from '@/lib/testing/secrets/secret-spellings'
import { sampled, table } from '@/lib/testing/table'
import { Scanner } from './scanner'

const scanner = new Scanner([])
const NUMBER = 40

/** The benchmark of leaks does the same with ten thousand of each. */
describe('a secret beside a name that says so is masked, whatever it looks like', () => {
  table(sampled(SECRET_SPELLINGS, 25))('in every spelling', ({ write }) => {
    let written = 0
    for (const generate of Object.values(SECRET_KINDS)) {
      const random = seededRandom(7)
      for (let n = 0; n < NUMBER; n += 1) {
        const secret = generate(random)
        const text = write(secret)
        if (text === null) continue
        written += 1
        const leak = leakOf(scanner, text, secret)
        expect(leak && [secret, text, leak]).toBeNull()
      }
    }
    expect(written).toBeGreaterThanOrEqual(6 * NUMBER)
  })
})
