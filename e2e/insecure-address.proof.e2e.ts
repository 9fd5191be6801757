import { expect } from 'playwright/test'
import { messageOf, saidIn } from './dock'
import { isPage, secretStory } from './doors'
import { expectOnly, listen, test } from './journey'

const HOST = 'desk.lan'
/** Chromium says that a header counts at secure addresses only. */
const EXPECTED = [/Cross-Origin-Opener-Policy header has been ignored/]

test('by plain http at a name of a network every page opens, and eight tabs share one stream', async ({
  installation,
  browser,
}) => {
  const { addresses, session } = await secretStory(installation)
  const { url, token } = await installation.another({ COUNTERSIGN_ALLOWED_HOSTS: HOST })
  const origin = url.replace('127.0.0.1', HOST)
  const context = await browser.newContext({ baseURL: origin })
  const complaints = await listen(context, origin)
  const page = await context.newPage()
  await page.goto(`/?token=${token}`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  for (const address of addresses.filter(
    address => isPage(address) && !/^\/api|nothing|compare|gallery|_|\/x\b/.test(address),
  )) {
    await page.goto(address)
    await expect(page.getByRole('main'), address).toBeVisible()
  }

  let streams = 0
  context.on('request', request => (streams += /\/api\/live/.test(request.url()) ? 1 : 0))
  const tabs = [page, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))]
  const tell = async (text: string): Promise<void> => {
    await installation.play(session, [{ text }])
    for (const tab of tabs) await expect(saidIn(tab, text)).toBeVisible()
  }
  await page.goto(`/sessions/${session.id}`)
  await expect(saidIn(page, /./).first()).toBeVisible()
  for (const tab of tabs) await tab.goto(`/sessions/${session.id}`)
  await installation.decide(session, 'deny')
  await tell('Heard everywhere.')
  // The first tab's, which left it to another one when it was loaded again.
  expect(streams).toBeLessThan(4)
  await tabs.shift()?.close()
  await tell('Heard by those that are left.')
  await tabs.shift()?.close()

  const [tab = page] = tabs
  const message = tab.getByRole('article').last()
  await message.hover()
  await message.getByRole('button', { name: 'Copy' }).click()
  await messageOf(tab).press('Control+V')
  await expect(messageOf(tab)).toHaveValue('Heard by those that are left.')
  await context.close()
  expectOnly(EXPECTED, complaints)
})
