import { expect, type Locator, type Page } from 'playwright/test'
import { axeOn } from './accessible'
import { cardOf, dockOf, logOf, messageOf } from './dock'
import type { Installation } from './installation'
import { test } from './journey'

const write = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A line\n' } })

async function waitingSession(installation: Installation): Promise<string> {
  const session = await installation.scripted({ title: 'Release notes' })
  await installation.play(session, [
    { text: '# A title\n\nAnd `code`.', calls: [write('a.txt'), write('b.txt')] },
    { text: 'Done.' },
  ])
  await expect.poll(async () => (await installation.view(session)).pendingSets.length).toBe(1)
  return `/sessions/${session.id}`
}

/** What axe knows to be wrong with a whole page, in light and in dark. */
async function faultsOf(page: Page): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await (await axeOn(page)).analyze()
    faults.push(...violations.map(({ id, nodes }) => [colorScheme, id, nodes.map(({ html }) => html)]))
  }
  return faults
}

test('no page has anything in it that axe knows to be wrong, in light or in dark', async ({
  page,
  installation,
  browser,
  expected,
}) => {
  expected.push(/404 \(Not Found\)/)
  await page.goto('/')
  await expect(messageOf(page)).toBeVisible()
  expect(['first steps', await faultsOf(page)]).toEqual(['first steps', []])
  const session = await waitingSession(installation)
  for (const address of [session, '/inbox', '/nowhere']) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect([address, await faultsOf(page)]).toEqual([address, []])
  }
  const elsewhere = await browser.newContext({ baseURL: installation.url })
  const stranger = await elsewhere.newPage()
  await stranger.goto('/')
  expect(['sign in', await faultsOf(stranger)]).toEqual(['sign in', []])
  await elsewhere.close()
})

const sizeOf = (element: Locator): Promise<number> =>
  element.evaluate(node => Number.parseFloat(getComputedStyle(node).fontSize))

test('whoever wants it still, in colours of their own or in twice the size reads and decides all the same', async ({
  page,
  installation,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await page.goto(await waitingSession(installation))
  const card = cardOf(page, 'write_file').first()
  const approve = card.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeEnabled()
  const looks = await approve.evaluate(button => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(button)
    return { borderTopStyle, borderTopWidth }
  })
  expect(looks).toEqual({ borderTopStyle: 'solid', borderTopWidth: '1px' })
  await expect(card).toHaveAttribute('aria-current', 'true')
  // As a browser enlarges it: the buttons are in reach, and the rest is below.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(approve).toBeInViewport({ ratio: 1 })
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, 2000)
  await expect(messageOf(page)).toBeInViewport({ ratio: 1 })
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await approve.click()
  await expect(dockOf(page)).toContainText('Approved by Owner')
  const moving = await page.evaluate(() =>
    document.getAnimations().map(animation => animation.effect?.getComputedTiming().duration),
  )
  expect(moving.filter(duration => typeof duration === 'number' && duration > 0)).toEqual([])

  await page.emulateMedia({ reducedMotion: null, forcedColors: null })
  const last = cardOf(page, 'write_file').last()
  const texts = {
    title: page.getByRole('heading', { name: 'Release notes' }),
    heading: logOf(page).getByRole('heading', { name: 'A title' }),
    code: logOf(page).locator('code'),
    diff: last.getByRole('figure', { name: 'Change' }).getByText('A line'),
    button: last.getByRole('button', { name: 'Deny' }),
    message: messageOf(page),
    link: page.getByRole('link', { name: 'History' }),
  }
  const measure = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(Object.entries(texts).map(async ([name, text]) => [name, await sizeOf(text)])),
    )
  const before = await measure()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const twice = Object.fromEntries(Object.entries(before).map(([name, size]) => [name, 2 * size]))
  expect(await measure()).toEqual(twice)

  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto('/inbox')
  expect(await sideways()).toBe(0)
})
