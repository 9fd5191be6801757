import { expect } from 'playwright/test'
import { approveIn, cardOf, decisionsSentBy, dockOf, openCard, saidIn } from './dock'
import { test } from './journey'
import { enabled, extents, lines, readOn, uncovered, waitingPage, waiverIn, write } from './reading-on'

test('a write of more than 1 MiB can be read whole, and is approved once it was opened', async ({
  page,
  installation,
}) => {
  const content = `the beginning\n${'€€€€€€€€€€€€€€€€€€€€€€€€€€€€€\n'.repeat(12_100)}the end`
  const session = await waitingPage({ page, installation }, [write('large.txt', content)])
  const card = cardOf(page, 'write_file')
  const text = card.getByRole('figure', { name: 'content', exact: true })
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('The content is not shown.')
  await expect(text).toContainText('the beginning')
  await expect(text).toContainText('the end')
  await expect(waiverIn(card)).toBeVisible()
  await expect(approveIn(card)).toBeDisabled()
  await readOn(page, uncovered(card.getByText('Signature')))
  await expect(approveIn(card)).toBeDisabled()
  for (const figure of ['path', 'content']) {
    const fold = card
      .getByRole('figure', { name: figure, exact: true })
      .getByRole('button', { name: /^Show all/ })
    if ((await fold.count()) > 0) await fold.click()
  }
  await expect(approveIn(card)).toBeEnabled()
  await approveIn(card).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('large.txt')).toBe(content)
  expect(await extents(installation, session)).toEqual(['whole'])
})

test('what is magnified out of view is not seen', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const devtools = await page.context().newCDPSession(page)
  const magnify = (pageScaleFactor: number) =>
    devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor })
  await magnify(3)
  await installation.play(session, [{ calls: [write('a.txt', 'A\n')] }, { text: 'Done.' }])
  const card = cardOf(page, 'write_file')
  await expect(card).toBeVisible()
  const { width } = page.viewportSize() ?? { width: 0 }
  expect(await page.evaluate(() => window.visualViewport?.width)).toBeLessThan(width / 2)
  for (const part of await card.locator('[data-part]').all()) {
    for (const block of ['start', 'center', 'end'] as const) {
      await part.evaluate(async (element, to) => {
        element.scrollIntoView({ block: to, inline: 'start' })
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
      }, block)
      await expect(approveIn(card)).toBeDisabled()
    }
  }
  await magnify(1)
  await expect(approveIn(card)).toBeEnabled()
})

for (const viewport of [
  { width: 320, height: 256 },
  { width: 390, height: 400 },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport })

    test('every line of two calls can be read, and neither is approved before', async ({
      page,
      installation,
    }) => {
      const session = await waitingPage({ page, installation }, [
        write('a.txt', lines(5)),
        write('b.txt', lines(5)),
      ])
      const sent = decisionsSentBy(page)
      for (const index of [0, 1]) {
        const card = cardOf(page, 'write_file').nth(index)
        await openCard(card)
        await expect(approveIn(card)).toBeDisabled()
        for (const n of [1, 2, 3, 4, 5]) await readOn(page, uncovered(card.getByText(`line ${n}`)))
        await readOn(page, enabled(approveIn(card)))
      }
      expect(await sent()).toBe(0)
      const all = dockOf(page).getByRole('button', { name: 'Approve all', exact: true })
      await all.scrollIntoViewIfNeeded()
      await expect(all).toBeEnabled()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      await all.click()
      await expect(saidIn(page, 'Done.')).toBeVisible()
      expect(await extents(installation, session)).toEqual(['whole', 'whole'])
    })
  })
}
