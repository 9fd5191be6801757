import { gzipSync } from 'node:zlib'
import { expect } from 'playwright/test'
import { logOf, messageOf } from './dock'
import { test } from './journey'

/**
 * What a session’s page may load before somebody can read, write and decide, in bytes, each file compressed as a server
 * does by default: scripts alone, and scripts with style sheets. Of the scripts 132 KB are React’s and Next’s, which every
 * page loads; what windows a long transcript is not among them, nor the cards of what waits.
 */
const MOST = { scripts: 188_450, all: 199_850 }

test('what a session opens with is little', async ({ page, installation }) => {
  const session = await installation.scripted()
  const tab = await page.context().newPage()
  const loaded = new Map<string, { type: string; body: Promise<Buffer> }>()
  tab.on('response', response => {
    const type = response.request().resourceType()
    if (['script', 'stylesheet'].includes(type)) loaded.set(response.url(), { type, body: response.body() })
  })
  await tab.goto(`/sessions/${session.id}`)
  await expect(messageOf(tab)).toBeVisible()
  await expect(logOf(tab)).toHaveAttribute('data-live', '')
  await tab.waitForLoadState('networkidle')
  const files = await Promise.all(
    [...loaded].map(async ([url, { type, body }]) => ({ url, type, size: gzipSync(await body).length })),
  )
  const scripts = files.filter(({ type }) => type === 'script')
  expect(sizeOf(scripts), JSON.stringify(files, null, 1)).toBeLessThan(MOST.scripts)
  expect(sizeOf(files), JSON.stringify(files, null, 1)).toBeLessThan(MOST.all)
})

const sizeOf = (files: { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)
