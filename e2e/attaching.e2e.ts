import { expect, type Locator, type Page } from 'playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible'
import { logOf, messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

const painting = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#07c' } })
    .png()
    .toBuffer()

type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

const textFile = (name: string, content: string | Buffer = 'Some text'): ChosenFile => ({
  ...{ name, mimeType: 'text/plain' },
  buffer: Buffer.from(content),
})

const draftsOf = (page: Page): Locator => page.getByRole('list', { name: 'Files to send' })

/** The other one is Next’s own, which says where one is. */
const alertOf = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\w/ })

async function attach(page: Page, files: ChosenFile[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach' }).click()
  await (await choosing).setFiles(files)
}

type Gesture = { event: 'paste' | 'drop'; files: { name: string; type: string; base64: string }[] }

/** What a browser tells of files that are pasted or dropped: one event a gesture, all of them within one task. */
const bring = (page: Page, gestures: Gesture[]): Promise<void> =>
  messageOf(page).evaluate((field, brought) => {
    for (const { event, files } of brought) {
      const data = new DataTransfer()
      for (const { name, type, base64 } of files)
        data.items.add(new File([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], name, { type }))
      const options = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    }
  }, gestures)

const named = (name: string, content: string | Buffer, type = 'text/plain') => ({
  ...{ name, type },
  base64: Buffer.from(content).toString('base64'),
})

test('files go with a message, and its pictures are shown', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill(JSON.stringify({ turns: [{ text: 'I have read them.' }] }))
  await attach(page, [
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
    { name: 'sea.png', mimeType: 'image/png', buffer: await painting() },
    textFile('wrong.md', 'x'.repeat(5_000)),
  ])
  const drafts = draftsOf(page)
  await expect(drafts.getByRole('listitem')).toHaveCount(3)
  await expect(drafts.getByRole('listitem').filter({ hasText: 'wrong.md' })).toContainText('5 KB')
  const thumbnail = drafts.getByRole('listitem').filter({ hasText: 'sea.png' }).locator('img')
  await expect.poll(() => thumbnail.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(60)
  await expect(page.getByText(/^They go with your message\./)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'drafts')
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

test('files that are pasted and dropped at once are all attached', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill('Typed before')
  await bring(page, [
    { event: 'paste', files: [named('first.png', await painting(), 'image/png')] },
    { event: 'paste', files: [named('second.txt', 'Second')] },
    {
      event: 'drop',
      files: [named('third.md', 'Third', ''), named('fourth.png', await painting(), 'image/png')],
    },
  ])
  const drafts = draftsOf(page).getByRole('listitem')
  await expect(drafts).toHaveCount(4)
  await expect(drafts).toContainText(['first.png', 'second.txt', 'third.md', 'fourth.png'])
  await expect(messageOf(page)).toHaveValue('Typed before')
})

test('what cannot be attached is named, with what to do, and the other files stay', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const drafts = draftsOf(page).getByRole('listitem')
  const problem = alertOf(page)
  await attach(page, [textFile('small.txt'), textFile('large.txt', Buffer.alloc(3_000_001, 'x'))])
  await expect(problem).toHaveText(
    'Not attached: large.txt. The files of a message take at most 3 MB together. Attach a smaller one, or remove others first.',
  )
  await expect(drafts).toContainText(['small.txt'])
  await attach(page, [
    { name: 'holiday.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
    textFile('second.txt'),
  ])
  await expect(problem).toHaveText(
    'Not attached: holiday.heic. A picture has to be PNG, JPEG, WebP, GIF or AVIF. Save it as one of these and attach that.',
  )
  await expect(drafts).toContainText(['small.txt', 'second.txt'])
  await expectAccessible(page)
  await picture(page, 'refused')
  await attach(
    page,
    Array.from({ length: 10 }, (_, n) => textFile(`more-${n}.txt`)),
  )
  await expect(problem).toHaveText(
    'Not attached: more-8.txt, more-9.txt. A message holds at most 10 files. Remove others first, or send these with another message.',
  )
  await expect(drafts).toHaveCount(10)
  await picture(page, 'many')
  await page.getByRole('button', { name: 'Remove more-0.txt' }).click()
  await expect(drafts).toHaveCount(9)
  await expect(problem).toBeHidden()
})

test('a text too long to be read in the field goes along as a file, and of very many files it is said how many', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const paste = (chars: number): Promise<void> =>
    messageOf(page).evaluate((field, length) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'x'.repeat(length))
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    }, chars)
  await messageOf(page).fill('Read this:')
  await paste(120_000)
  await expect(draftsOf(page).getByRole('listitem')).toContainText(['pasted-text.txt'])
  await expect(page.getByText('The long text that you pasted is attached as a file.')).toBeVisible()
  await paste(1_200_000)
  await expect(alertOf(page)).toContainText('Not attached: pasted-text.txt. A text takes at most 256 KB.')
  const files = Array.from({ length: 200 }, (_, n) => ({
    ...{ name: `${n}.txt`, type: 'text/plain' },
    base64: 'eA==',
  }))
  await bring(page, [{ event: 'drop', files }])
  await expect(draftsOf(page).getByRole('listitem')).toHaveCount(10)
  await expect(alertOf(page)).toHaveText(
    /^Not attached: 9\.txt, 10\.txt, 11\.txt, 12\.txt, 13\.txt and 186 more\. A message holds at most 10 files\./,
  )
  await expect(messageOf(page)).toHaveValue('Read this:')
})

test('attached files stay when they could not be sent, and when another session is looked at', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_FAILED/, /422/)
  const session = await installation.scripted({ title: 'With files' })
  const other = await installation.scripted({ title: 'Another one' })
  await page.goto(`/sessions/${session.id}`)
  const drafts = draftsOf(page).getByRole('listitem')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await attach(page, [textFile('notes.txt'), textFile('broken.txt', Buffer.from([0xff, 0xfe, 0x00, 0x80]))])
  await messageOf(page).fill(JSON.stringify({ turns: [{ text: 'I have read them.' }] }))
  await page.route('**/messages', route => route.abort())
  await send.click()
  await expect(alertOf(page)).toContainText('The server cannot be reached.')
  await expect(drafts).toContainText(['notes.txt', 'broken.txt'])
  await page.unroute('**/messages')
  await send.click()
  await expect(alertOf(page)).toContainText('broken.txt: It is no text in UTF-8, no PDF')
  await expect(drafts).toHaveCount(2)
  await page.getByRole('link', { name: 'Another one' }).click()
  await expect(page).toHaveURL(new RegExp(`${other.id}$`))
  await expect(drafts).toHaveCount(0)
  await page.getByRole('link', { name: 'With files' }).click()
  await expect(drafts).toContainText(['notes.txt', 'broken.txt'])
  await page.getByRole('button', { name: 'Remove broken.txt' }).click()
  await send.click()
  await expect(logOf(page).getByText('I have read them.', { exact: true })).toBeVisible()
  await expect(drafts).toHaveCount(0)
})

test('files that the page cannot take in are said, and what was typed stays', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_FAILED|Failed to load/)
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill('Typed before')
  await page.waitForLoadState('networkidle')
  await page.route('**/_next/static/**', route => route.abort())
  await bring(page, [{ event: 'drop', files: [named('notes.txt', 'Notes')] }])
  await expect(alertOf(page)).toHaveText(
    'A part of this page did not load, so nothing was attached. Reload the page and try again; your text is kept.',
  )
  await expect(messageOf(page)).toHaveValue('Typed before')
  await page.unroute('**/_next/static/**')
  await page.reload()
  await expect(messageOf(page)).toHaveValue('Typed before')
  await bring(page, [{ event: 'drop', files: [named('notes.txt', 'Notes')] }])
  await expect(draftsOf(page)).toContainText('notes.txt')
})
