import path from 'node:path'
import { expect, type Locator, type Page, type Route } from 'playwright/test'
import { violationsIn } from './accessible'
import { dockOf, logOf, messageOf } from './dock'
import { Installation } from './installation'
import { test as base } from './journey'
import { WANTS_PICTURES } from './picture'

/** What the page was designed for: each has its place in the gallery, and with COUNTERSIGN_PICTURES=1 its picture. */
const DESIGNED = [
  ...['empty-installation', 'for-others-to-decide'],
  ...[
    'opening',
    'empty-session',
    'thinking',
    'compacting',
    'compacted',
    'streaming',
    'streaming-in-blocks',
    'writing-a-call',
    'one-waiting',
    'many-waiting',
  ],
  ...[
    'partly-decided',
    'held-back',
    'drifted',
    'invalid-arguments',
    'unknown-outcome',
    'expired',
    'denied-by-rule',
  ],
  ...['attached-files', 'a-fork'],
  ...['denied-by-you', 'running-with-live-output', 'tool-failed', 'model-failed', 'run-failed'],
  ...['out-of-limit', 'stopped-by-you', 'message-queued', 'reconnecting', 'huge-argument', 'changed-tool'],
  ...['two-hundred-calls', 'hidden-characters', 'a-request', 'a-whole-story', 'memories', 'skills'],
  ...['server-asks', 'server-was-answered', 'server-was-not-answered'],
  ...[
    'tools',
    'a-tool',
    'an-unavailable-tool',
    'a-changed-tool',
    'servers',
    'servers-out-of-order',
    'channels',
    'schedules',
  ],
  ...[
    'planning',
    'plan-to-approve',
    'no-plan',
    'a-plan',
    'a-long-plan',
    'no-state',
    'a-state',
    'a-state-written-over',
    'a-large-state',
  ],
  ...['a-command', 'a-command-for-good', 'a-command-with-network', 'a-command-without-sandbox'],
  ...['a-command-of-unknown-outcome', 'a-command-that-ran', 'a-command-that-flooded'],
  ...['a-patch', 'a-patch-that-ran', 'a-deletion', 'a-move', 'a-copy'],
  ...['a-fetch', 'a-fetch-that-ran', 'a-message-to-send', 'a-mail-to-send'],
  ...['a-result-with-a-picture', 'attached-picture-and-pdf'],
  ...['rules', 'a-rule-with-errors', 'a-rule-with-conflicts', 'a-tried-call'],
]

/** What is no session has no message box. */
const WITHOUT_MESSAGE = [
  ...[
    'memories',
    'schedules',
    'skills',
    'tools',
    'a-tool',
    'an-unavailable-tool',
    'a-changed-tool',
    'servers',
  ],
  ...['servers-out-of-order', 'channels'],
  ...['rules', 'a-rule-with-errors', 'a-rule-with-conflicts', 'a-tried-call'],
]

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

test('the gallery holds every state that was designed, and no other', async ({ page }) => {
  await page.goto('/gallery')
  const names = await page.getByRole('main').getByRole('link').allTextContents()
  expect(names.sort()).toEqual([...DESIGNED].sort())
})

/** Side by side, as they take their time. */
const QUARTERS = [0, 1, 2, 3].map(quarter => DESIGNED.filter((_, at) => at % 4 === quarter))

for (const [at, states] of QUARTERS.entries())
  test(`each state can be read by everybody, wide and on a phone, in light and dark (${at + 1} of 4)`, async ({
    page,
  }, info) => {
    test.setTimeout(states.length * STATE_MS)
    const faults: unknown[] = []
    await page.route(PICTURE, drawPicture)
    for (const state of states) {
      await page.goto(`/gallery/${state}`)
      const shown = WITHOUT_MESSAGE.includes(state) ? page.getByRole('article').first() : messageOf(page)
      await expect(shown).toBeVisible()
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
  const isTold = /-that-|-was-|with-a-picture$/.test(state)
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
