import { expect } from 'playwright/test'
import { each, expectClosed, expectNothingLeaked, METHODS, OPEN, secretStory, tryAll } from './doors'
import { test } from './journey'

test('a stranger learns nothing, by whatever method, wherever there is something', async ({
  installation,
}) => {
  const { addresses, session } = await secretStory(installation)
  const closed = addresses.filter(address => !OPEN.includes(address))
  const before = await installation.view(session)
  await tryAll(
    installation.url,
    each(closed, METHODS, (address, method) => [`${method} ${address}`]),
    expectClosed,
  )
  await tryAll(
    installation.url,
    each(OPEN, METHODS, (address, method) => [`${method} ${address}`]),
    expectNothingLeaked,
  )
  expect(await installation.view(session)).toEqual(before)
})
