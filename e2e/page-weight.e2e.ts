import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { logOf, messageOf } from './dock'
import { test } from './journey'

/** What a session’s page may load in scripts before somebody can read, write and decide, compressed. */
const BUDGET = 200 * 1024

test('the scripts that a session opens with are few', async ({ page, installation }) => {
  const session = await installation.scripted()
  const tab = await page.context().newPage()
  const scripts = new Map<string, Promise<Buffer>>()
  tab.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  await tab.goto(`/sessions/${session.id}`)
  await expect(messageOf(tab)).toBeVisible()
  await expect(logOf(tab)).toHaveAttribute('data-live', '')
  await tab.waitForLoadState('networkidle')
  const sizes = await Promise.all(
    [...scripts].map(async ([url, body]) => ({ url, size: gzipSync(await body).length })),
  )
  const sum = sizes.reduce((total, { size }) => total + size, 0)
  expect(sum, JSON.stringify(sizes, null, 1)).toBeLessThan(BUDGET)
})
