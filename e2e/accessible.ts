import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Nothing that axe knows to be wrong stands in a part of the page, in light and in dark. Waiting sets have one
 * name wherever they stand; what tells them apart is the link in each.
 */
export async function expectAccessible(page: Page, part = 'main'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      .include(part)
      .disableRules('landmark-unique')
      .analyze()
    const found = violations.map(({ id, nodes }) => [
      colorScheme,
      id,
      nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    ])
    expect(found).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
