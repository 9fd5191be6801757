import { expect, test } from 'vitest'
import { FIND_SECRETS } from './secret-jobs'

test('a secret that stands in every line is told once, where it comes first', () => {
  const line = 'api_key="Zx9kQ2vB7nM4tR8s"\n'
  const value = [`password="Hj5pW8xC3fL6"\n${line.repeat(1000)}`, { text: 'password="Hj5pW8xC3fL6"' }]
  const found = FIND_SECRETS.run({ secrets: [], value })
  expect(found.map(secret => secret.value)).toEqual(['Hj5pW8xC3fL6', 'Zx9kQ2vB7nM4tR8s'])
})
