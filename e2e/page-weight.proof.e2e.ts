import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect } from 'playwright/test'
import { logOf, messageOf } from './dock'
import { test } from './journey'

/**
 * What a session’s page may load before somebody can read, write and decide, in bytes, each file in Brotli, as the build
 * compresses it: scripts alone, and scripts with style sheets. Most of the scripts are React’s and Next’s, which every page
 * loads; what windows a long transcript is not among them, nor the cards of what waits. The page itself comes anew
 * with every visit, and holds none of the messages, which a browser loads once for all pages: these in Russian, which has
 * more of them.
 */
const MOST = { scripts: 169_500, all: 180_900, page: 7_500, messages: 53_500 }

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
    [...loaded].map(async ([url, { type, body }]) => ({
      url,
      type,
      size: brotliCompressSync(await body).length,
    })),
  )
  const scripts = files.filter(({ type }) => type === 'script')
  expect(sizeOf(scripts), JSON.stringify(files, null, 1)).toBeLessThan(MOST.scripts)
  expect(sizeOf(files), JSON.stringify(files, null, 1)).toBeLessThan(MOST.all)
})

test('a page holds none of its messages, which are loaded once', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.context().addCookies([{ name: 'countersign-language', value: 'ru', url: installation.url }])
  const tab = await page.context().newPage()
  const messages = tab.waitForResponse(/\/messages\/ru\.\w+\.json$/)
  const answer = await tab.goto(`/sessions/${session.id}`)
  await expect(tab.getByRole('log')).toHaveAttribute('data-live', '')
  const { page: mostOfPage, messages: mostOfMessages } = MOST
  expect(gzipSync((await answer?.body()) ?? '').length).toBeLessThan(mostOfPage)
  expect(gzipSync(await (await messages).body()).length).toBeLessThan(mostOfMessages)
  await tab.reload()
  await expect(tab.getByRole('log')).toHaveAttribute('data-live', '')
  const loaded = await tab.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(entry => /\/messages\//.test(entry.name))
      .map(entry => (entry as PerformanceResourceTiming).transferSize),
  )
  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter(size => size > 0)).toEqual([])
})

const sizeOf = (files: { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)
