import { expect } from 'playwright/test'
import sharp from 'sharp'
import { logOf, messageOf } from './dock'
import { test } from './journey'

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#07c' } })
    .png()
    .toBuffer()

test('files go with a message, and its pictures are shown', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill(JSON.stringify({ turns: [{ text: 'I have read them.' }] }))
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach' }).click()
  await (await choosing).setFiles([
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
    { name: 'sea.png', mimeType: 'image/png', buffer: await picture() },
    { name: 'wrong.md', mimeType: 'text/markdown', buffer: Buffer.from('Not this one') },
  ])
  const drafts = page.getByRole('list', { name: 'Files to send' })
  await expect(drafts.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove wrong.md' }).click()
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

test('what is too large is refused before it is sent', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach' }).click()
  const buffer = Buffer.alloc(3_000_001, 'x')
  await (await choosing).setFiles([{ name: 'large.txt', mimeType: 'text/plain', buffer }])
  await expect(page.getByText('The files of a message take at most 3 MB together.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Files to send' })).toBeHidden()
})
