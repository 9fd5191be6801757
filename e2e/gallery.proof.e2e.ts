import path from 'node:path'
import { expect, type Locator, type Page, type Route } from 'playwright/test'
import { violationsIn } from './accessible'
import { dockOf, logOf, messageOf } from './dock'
import { Installation } from './installation'
import { test as base } from './journey'
import { WANTS_PICTURES } from './picture'

/** Opened, looked at in each size, and read by a checker: a state's share of the time, on a busy machine. */
const STATE_MS = 12_000

const PICTURE = /\/contents\/sha256/

const SIZES = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]

const test = base.extend<{ installation: Installation }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  installation: async ({}, use) => {
    const installation = await Installation.open({ COUNTERSIGN_GALLERY: '1' })
    await use(installation)
    await installation.close()
  },
})

/** Side by side, as they take their time. */
for (const quarter of [0, 1, 2, 3])
  test(`each state can be read by everybody, wide and on a phone, in light and dark (${quarter + 1} of 4)`, async ({
    page,
  }, info) => {
    await page.goto('/gallery')
    const names = await page.getByRole('main').getByRole('link').allTextContents()
    expect(names.length).toBeGreaterThan(80)
    const states = names.filter((_, at) => at % 4 === quarter)
    test.setTimeout(states.length * STATE_MS)
    const faults: unknown[] = []
    await page.route(PICTURE, drawPicture)
    for (const state of states) {
      await page.goto(`/gallery/${state}`)
      await expect(messageOf(page).or(page.getByRole('main').locator('h1, article')).last()).toBeVisible()
      for (const last of lastOf(page, state)) await expect(last).toBeVisible()
      if (await approvesIn(page).count()) await expect(readyIn(page)).toBeVisible()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        const pixels = await sidewaysOf(page)
        if (pixels > 0) faults.push([state, size.width, pixels])
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        if (WANTS_PICTURES)
          await picturesOf(page, path.join(info.outputPath('states'), `${state}-${colorScheme}`))
        const violations = await violationsIn(page, { colorScheme })
        if (violations.length > 0) faults.push([state, colorScheme, violations])
      }
    }
    expect(faults).toEqual([])
  })

test('a picture has its place before it is there', async ({ page }) => {
  const asked = Promise.withResolvers<Route>()
  await page.route(PICTURE, route => asked.resolve(route))
  await page.goto('/gallery/a-result-with-a-picture')
  const picture = logOf(page).getByRole('img')
  const route = await asked.promise
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  const heightOf = async (): Promise<number> => (await picture.boundingBox())?.height ?? 0
  await expect.poll(heightOf).toBeGreaterThan(100)
  const place = await picture.boundingBox()
  await drawPicture(route)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  const after = await picture.boundingBox()
  expect([after?.width, after?.height]).toEqual([place?.width, place?.height])
})

/** In the place of pictures that no server has. */
const drawPicture = (route: Route): Promise<void> =>
  route.fulfill({
    contentType: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800" viewBox="0 0 8 5" preserveAspectRatio="none"><rect width="8" height="5" fill="#e8e4d8"/><rect width="8" height="1" fill="#36506b"/><rect x="1" y="2" width="5" height="2" fill="#8fa3b5"/></svg>',
  })

/** What of a state is loaded last, by itself. */
function lastOf(page: Page, state: string): Locator[] {
  if (state === 'server-asks') return [dockOf(page).getByRole('button', { name: 'Send answer' })]
  const isTold = /-that-ran|-that-flooded|-was-|with-a-picture$/.test(state)
  return isTold ? [logOf(page).getByRole('region', { name: 'Result' })] : []
}

async function picturesOf(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    if (await approvesIn(page).count()) await expect(readyIn(page)).toBeVisible()
    await page.screenshot({ path: `${name}-${size.width}.png` })
  }
}

const approvesIn = (page: Page): Locator => page.getByRole('button', { name: /^(Approve|Run again)$/ })

/** Approving does nothing in the first moment, and of what is folded nothing but the way past it until it is opened. */
const readyIn = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Approve|Run again)( anyway)?$/, disabled: false }).first()

/** By how many pixels the page can be pushed sideways. */
const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
