import type { Page } from 'playwright/test'
import { test } from './journey'

/** Pictures are to be looked at, and nobody's proof: they are taken with COUNTERSIGN_PICTURES=1. */
export const WANTS_PICTURES = process.env.COUNTERSIGN_PICTURES === '1'

/** Pictures of the page as it is, wide and narrow, light and dark, beside what else the journey leaves. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!WANTS_PICTURES) return
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 844 })
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 800 })
}
