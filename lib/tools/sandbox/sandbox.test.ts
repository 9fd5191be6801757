import { expect, test } from 'vitest'
import { openSandbox } from './sandbox'

test('where bubblewrap is missing it is said how to install it, and what else there is to choose', async () => {
  const opened = await openSandbox({ kind: 'bubblewrap', read: [] }, '/nowhere')
  expect(opened).toEqual({
    kind: 'unavailable',
    reason: { code: 'health.noBubblewrap', parts: [{ code: 'health.withoutSandbox' }] },
  })
})

test('who chose to have none has none', async () => {
  expect(await openSandbox({ kind: 'none', read: [] })).toEqual({ kind: 'none' })
})
