import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

const painting = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#07c' } })
    .png()
    .toBuffer()

/** What a browser tells of a picture that is pasted. */
const pastePicture = (page: Page, base64: string): Promise<void> =>
  messageOf(page).evaluate((field, data) => {
    const bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }, base64)

test('files go with a message, and its pictures are shown', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill(JSON.stringify({ turns: [{ text: 'I have read them.' }] }))
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach' }).click()
  await (await choosing).setFiles([
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
    { name: 'sea.png', mimeType: 'image/png', buffer: await painting() },
    { name: 'wrong.md', mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(5_000)) },
  ])
  const drafts = page.getByRole('list', { name: 'Files to send' })
  await expect(drafts.getByRole('listitem')).toHaveCount(3)
  await pastePicture(page, (await painting()).toString('base64'))
  await expect(drafts.getByRole('listitem')).toHaveCount(4)
  await expect(drafts.getByRole('listitem').filter({ hasText: 'wrong.md' })).toContainText('5 KB')
  for (const name of ['sea.png', 'pasted.png']) {
    const thumbnail = drafts.getByRole('listitem').filter({ hasText: name }).locator('img')
    await expect.poll(() => thumbnail.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(60)
  }
  await expectAccessible(page)
  await picture(page, 'drafts')
  for (const name of ['wrong.md', 'pasted.png'])
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(drafts.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const log = logOf(page)
  await expect(log.getByText('I have read them.', { exact: true })).toBeVisible()
  await expect(drafts).toBeHidden()
  await expect(log.getByRole('list', { name: 'Attached files' })).toContainText('notes.md')
  const small = log.getByRole('img', { name: 'Picture sea.png 60×40' })
  await expect(small).toBeVisible()
  await expect.poll(() => small.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(60)
  await log.getByRole('button', { name: 'Picture sea.png 60×40, open it large' }).click()
  const large = page.getByRole('dialog', { name: 'Picture sea.png 60×40' })
  await expect(large.getByRole('img')).toBeVisible()
  await large.getByRole('button', { name: 'Close' }).click()
  await expect(large).toBeHidden()
})
