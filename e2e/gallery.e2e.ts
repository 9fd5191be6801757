import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { messageOf } from './dock'
import { Installation } from './installation'
import { test as base } from './journey'

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
  ...['partly-decided', 'drifted', 'invalid-arguments', 'unknown-outcome', 'expired', 'denied-by-rule'],
  ...['denied-by-you', 'running-with-live-output', 'tool-failed', 'model-failed', 'run-failed'],
  ...['out-of-limit', 'stopped-by-you', 'message-queued', 'reconnecting', 'huge-argument'],
  ...['two-hundred-calls', 'hidden-characters', 'a-whole-story', 'memories', 'skills'],
  ...[
    'planning',
    'plan-to-approve',
    'no-plan',
    'a-plan',
    'a-long-plan',
    'no-state',
    'a-state',
    'a-large-state',
  ],
]

/** Opened, looked at in each size, and read by a checker: a state's share of the time, on a busy machine. */
const STATE_MS = 7_000

/** To be looked at: they are nobody's proof. */
const WANTS_PICTURES = process.env.COUNTERSIGN_PICTURES === '1'

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

for (const colorScheme of ['light', 'dark'] as const)
  test(`each state can be read by everybody, wide and on a phone, in ${colorScheme}`, async ({
    page,
  }, info) => {
    test.setTimeout(DESIGNED.length * STATE_MS)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const state of DESIGNED) {
      await page.goto(`/gallery/${state}`)
      const shown = ['memories', 'skills'].includes(state)
        ? page.getByRole('article').first()
        : messageOf(page)
      await expect(shown).toBeVisible()
      // Not in the first moment, in which approving does nothing.
      const wanted = page.getByRole('button', { name: /^(Approve|Retry)$/ }).first()
      if (await wanted.count()) await expect(wanted).toBeEnabled()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        if (WANTS_PICTURES)
          await page.screenshot({ path: path.join(info.outputPath('states'), `${state}-${size.width}.png`) })
        expect([state, size.width, await sidewaysOf(page)]).toEqual([state, size.width, 0])
      }
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
      expect([state, found]).toEqual([state, []])
    }
  })

/** By how many pixels the page can be pushed sideways. */
const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
