import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

type Part = { colorScheme: 'light' | 'dark'; include?: string; disableRules?: string[] }

/** Of what is there two hundred times, the first few say what is wrong with each. */
const MANY_MORE = `${'[role="group"] ~ '.repeat(8)}[role="group"]`

/**
 * Axe, which is loaded into a page once, and describes nothing but what is wrong. No page has a frame: that there were
 * some of other origins it would expect otherwise, and put its findings together in a tab of its own each time.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  expect(page.frames()).toHaveLength(1)
  return new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
}

/** What axe knows to be wrong, by its name and where. What is dark is the same but for its colours. */
export async function violationsIn(page: Page, part: Part): Promise<[string, string[]][]> {
  const { colorScheme, include, disableRules = [] } = part
  const axe = (await axeOn(page)).exclude(MANY_MORE)
  if (include) axe.include(include)
  if (colorScheme === 'dark') axe.withRules(['color-contrast'])
  else axe.disableRules(disableRules)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  ])
}

/** What is dark has other colours only, which every page and every state of the gallery is asked about. */
const SCHEMES = process.env.TEST_SCOPE === 'proof' ? (['light', 'dark'] as const) : (['light'] as const)

/**
 * Nothing that axe knows to be wrong stands in a part of the page, in `npm run proof` in the dark neither. Waiting sets
 * have one name wherever they stand; what tells them apart is the link in each.
 */
export async function expectAccessible(page: Page, include = 'main'): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await violationsIn(page, { colorScheme, include, disableRules: ['landmark-unique'] })
    expect([colorScheme, found]).toEqual([colorScheme, []])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
