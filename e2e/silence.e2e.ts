import { expect } from 'playwright/test'
import { logOf, saidIn, statusOf } from './dock'
import { test } from './journey'

test('a connection that is there but silent is noticed, and opened again', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.clock.install()
  const stream = page.waitForResponse(/\/api\/live\?follow/)
  await page.goto(`/sessions/${session.id}`)
  await stream
  await expect(logOf(page)).toHaveAttribute('data-live', '')
  // From here on nothing arrives: as from a server behind a network that swallows everything.
  installation.freeze()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.clock.runFor(38_000)
  await expect(statusOf(page)).not.toContainText('Reconnecting…')
  await page.clock.runFor(3_000)
  await expect(statusOf(page)).toContainText('Reconnecting…')
  installation.thaw()
  await page.clock.resume()
  await expect(statusOf(page)).not.toContainText('Reconnecting…')
  await installation.play(session, [{ text: 'Heard again.' }])
  await expect(saidIn(page, 'Heard again.')).toBeVisible()
})
