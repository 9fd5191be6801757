import { expect, type Locator } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approveIn, cardOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'
import { enabled, readOn, waitingPage, write } from './reading-on'

const PROSE =
  '# Plan\n\nSee [the page](https://evil.test/a) ![a map](https://evil.test/map.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'

const viewIn = (place: Locator, name: 'Text' | 'Preview'): Locator =>
  place.getByRole('button', { name, exact: true })

test('a file is seen as what it is beside its text, and who has seen only the preview has not seen the call', async ({
  page,
  installation,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  const content = `${PROSE}${'\n\nA paragraph.'.repeat(12)}`
  await waitingPage({ page, installation }, [write('plan.md', content)])
  const card = cardOf(page, 'write_file')
  const change = card.getByRole('figure', { name: 'Change' })
  await expect(approveIn(card)).toBeDisabled()
  await expect(viewIn(change, 'Text')).toHaveAttribute('aria-pressed', 'true')
  await viewIn(change, 'Preview').click()
  await expect(change.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(change).toContainText('Image, not loaded: a map (https://evil.test/map.png)')
  await expectAccessible(page, '[data-call]')
  await picture(page, 'prose')
  await readOn(page, () => expect(card.getByText('Signature')).toBeInViewport({ timeout: 500 }))
  await page.keyboard.press('y')
  await expect(approveIn(card)).toBeDisabled()
  await viewIn(change, 'Text').click()
  await expect(change.getByRole('heading')).toBeHidden()
  await readOn(page, enabled(approveIn(card)))
  await approveIn(card).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(asked.filter(url => url.includes('evil.test'))).toEqual([])
})
