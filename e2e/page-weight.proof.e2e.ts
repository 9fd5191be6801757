import { gzipSync } from 'node:zlib'
import { expect } from 'playwright/test'
import { logOf, messageOf } from './dock'
import { test } from './journey'

/**
 * What a session’s page may load in scripts and style sheets before somebody can read, write and decide, compressed: what
 * things look like is said in scripts, too. Of it 4.5 KB are what knows which Calls were on screen and which of them keys
 * act on, and lands on what a link names: nothing can be decided without.
 */
const BUDGET = 220_600

test('what a session opens with is little', async ({ page, installation }) => {
  const session = await installation.scripted()
  const tab = await page.context().newPage()
  const loaded = new Map<string, Promise<Buffer>>()
  tab.on('response', response => {
    if (['script', 'stylesheet'].includes(response.request().resourceType()))
      loaded.set(response.url(), response.body())
  })
  await tab.goto(`/sessions/${session.id}`)
  await expect(messageOf(tab)).toBeVisible()
  await expect(logOf(tab)).toHaveAttribute('data-live', '')
  await tab.waitForLoadState('networkidle')
  const sizes = await Promise.all(
    [...loaded].map(async ([url, body]) => ({ url, size: gzipSync(await body).length })),
  )
  const sum = sizes.reduce((total, { size }) => total + size, 0)
  expect(sum, JSON.stringify(sizes, null, 1)).toBeLessThan(BUDGET)
})
