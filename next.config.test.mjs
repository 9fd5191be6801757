import { expect, test } from 'vitest'
import config from './next.config.mjs'

test('Next names itself to nobody, and writes nothing into the project', () => {
  expect(config).toMatchObject({ poweredByHeader: false, agentRules: false })
})
