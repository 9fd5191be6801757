import { expect, type Locator, type Page } from 'playwright/test'
import sharp from 'sharp'
import type { Session } from '@/lib/domain/session/session'
import { expectAccessible } from './accessible'
import { logOf, messageOf, saidIn } from './dock'
import type { Cue, Installation } from './installation'
import { test } from './journey'
import { picture } from './picture'

const asked = (page: Page): Locator => logOf(page).getByRole('article', { name: 'You' })
const answered = (page: Page): Locator => logOf(page).getByRole('article', { name: 'Agent' })
const barOf = (entry: Locator): Locator => entry.getByRole('toolbar', { name: 'Message actions' })
const copiedBy = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
const played = (turns: Cue[]): string => JSON.stringify({ turns })

async function act(entry: Locator, name: string): Promise<void> {
  await entry.hover()
  await barOf(entry).getByRole('button', { name, exact: true }).click()
}

/** A session in which one answer was given for each of the words. */
async function conversation(page: Page, installation: Installation, words: string[]): Promise<Session> {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  for (const text of words) {
    await installation.play(session, [{ text }])
    await expect(saidIn(page, text)).toBeVisible()
    await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  }
  return session
}

/** The session that the page has gone on to. */
async function forkOf(page: Page, { id }: Session): Promise<string> {
  await expect(page).not.toHaveURL(new RegExp(id))
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test('an entry is copied as it was written, and nothing moves for it', async ({
  page,
  installation,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const text = '# First\u200b\n\n- **one**\n- `two`  \n\n\tthree'
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text }])
  const said = answered(page).getByRole('listitem').first()
  await expect(said).toBeVisible()
  const place = await said.boundingBox()
  await expect(barOf(answered(page))).toBeHidden()
  await answered(page).hover()
  await expect(barOf(answered(page))).toBeVisible()
  await expect(answered(page).locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/)
  expect(await said.boundingBox()).toEqual(place)
  await act(answered(page), 'Copy')
  await expect(answered(page).getByText('Copied', { exact: true })).toBeVisible()
  expect(await copiedBy(page)).toBe(text)
  expect(await said.boundingBox()).toEqual(place)
  await picture(page, 'toolbar')
  await expectAccessible(page)
})

test('where the browser refuses to copy, that is said, and the address can be copied by hand', async ({
  page,
  installation,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const session = await conversation(page, installation, ['One.'])
  await act(answered(page), 'Link')
  const alert = answered(page).getByRole('alert')
  await expect(alert).toContainText('The browser did not let this page copy.')
  await expect(alert).toContainText(`/sessions/${session.id}#seq-`)
})

test('a message is said otherwise in a fork, which says where it is from, and the original stays as it is', async ({
  page,
  installation,
}) => {
  const session = await conversation(page, installation, ['One.', 'Two.'])
  const before = (await installation.view(session)).transcript
  await act(asked(page).last(), 'Edit and send again')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(played([{ text: 'Two.' }]))
  await picture(page, 'editing')
  await expectAccessible(page)
  await box.fill(played([{ text: 'Three.' }]))
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await forkOf(page, session)
  await expect(saidIn(page, 'Three.')).toBeVisible()
  await expect(saidIn(page, 'One.')).toBeVisible()
  await expect(saidIn(page, 'Two.')).toHaveCount(0)
  expect((await installation.view(session)).transcript).toEqual(before)
  await picture(page, 'fork')
  await page.getByText('Branched from').getByRole('link', { name: session.title }).click()
  await expect(page).toHaveURL(new RegExp(`${session.id}#seq-`))
  await expect(saidIn(page, 'Two.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeHidden()
})

test('the first message of a session can be said otherwise, too', async ({ page, installation }) => {
  const session = await conversation(page, installation, ['One.'])
  await act(asked(page), 'Edit and send again')
  await page.getByRole('textbox', { name: 'Edit message' }).fill(played([{ text: 'Other.' }]))
  await page.keyboard.press('Enter')
  await forkOf(page, session)
  await expect(saidIn(page, 'Other.')).toBeVisible()
  await expect(saidIn(page, 'One.')).toHaveCount(0)
  await expect(asked(page)).toHaveCount(1)
})

test('pictures of a message go with it again, and what cannot is said before', async ({
  page,
  installation,
}) => {
  const blue = { width: 60, height: 40, channels: 3 as const, background: '#07c' }
  const data = (await sharp({ create: blue }).png().toBuffer()).toString('base64')
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.ask('POST', `/api/sessions/${session.id}/messages`, {
    text: played([{ text: 'I see.' }]),
    attachments: [
      { name: 'sky.png', mediaType: 'image/png', data },
      { name: 'notes.txt', mediaType: 'text/plain', data: btoa('Some text') },
    ],
  })
  await expect(saidIn(page, 'I see.')).toBeVisible()
  await act(answered(page), 'Regenerate')
  await expect(answered(page).getByRole('alert')).toContainText('Not sent again: notes.txt')
  await act(asked(page), 'Edit and send again')
  await expect(asked(page)).toContainText('Not sent with it: notes.txt.')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  const fork = await forkOf(page, session)
  await expect(saidIn(page, 'I see.')).toBeVisible()
  const { transcript } = await installation.view({ ...session, id: fork })
  expect(transcript[0]?.attachments?.map(({ name }) => name)).toEqual(['sky.png'])
})

test('an answer is given anew in a fork, from the same message', async ({ page, installation }) => {
  const session = await conversation(page, installation, ['One.', 'Two.'])
  await act(answered(page).last(), 'Regenerate')
  await forkOf(page, session)
  await expect(saidIn(page, 'Two.')).toBeVisible()
  await expect(asked(page)).toHaveCount(2)
  await expect(answered(page)).toHaveCount(2)
  expect((await installation.view(session)).transcript).toHaveLength(4)
})

test('from any entry a session branches, and goes on by itself', async ({ page, installation }) => {
  const session = await conversation(page, installation, ['One.', 'Two.'])
  await act(answered(page).first(), 'Branch')
  await forkOf(page, session)
  await expect(saidIn(page, 'One.')).toBeVisible()
  await expect(saidIn(page, 'Two.')).toHaveCount(0)
  await messageOf(page).fill(played([{ text: 'Elsewhere.' }]))
  await messageOf(page).press('Enter')
  await expect(saidIn(page, 'Elsewhere.')).toBeVisible()
  expect((await installation.view(session)).transcript).toHaveLength(4)
})

test('a link to an entry leads to it in another tab', async ({ page, anotherTab, installation, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await conversation(page, installation, ['One.', 'Two.', 'Three.'])
  await act(answered(page).nth(1), 'Link')
  await expect(answered(page).nth(1).getByText('Link copied')).toBeVisible()
  const address = await copiedBy(page)
  const other = await anotherTab()
  await other.goto(address)
  await expect(logOf(other).locator('[data-linked]')).toContainText('Two.')
  await expect(logOf(other).locator('[data-linked]')).toBeFocused()
})

test('what is selected is quoted into the message, else all of it', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: 'One\u200b line.\n\n**Another** line.' }])
  await expect(answered(page).locator('strong')).toBeVisible()
  await messageOf(page).fill('Before.')
  await act(answered(page), 'Quote')
  await expect(messageOf(page)).toBeFocused()
  await expect(messageOf(page)).toHaveValue('Before.\n\n> One\u200b line.\n>\n> **Another** line.\n\n')
  await messageOf(page).fill('')
  await answered(page)
    .locator('strong')
    .evaluate(element => getSelection()?.selectAllChildren(element.parentElement ?? element))
  await act(answered(page), 'Quote')
  await expect(messageOf(page)).toHaveValue(/> Another line\.\n\n$/)
  await page.reload()
  await expect(messageOf(page)).toHaveValue(/> Another line\.\n\n$/)
})

test('with the keyboard alone a message is said otherwise', async ({ page, installation }) => {
  const session = await conversation(page, installation, ['One.'])
  await logOf(page).focus()
  await expect(barOf(asked(page))).toBeAttached()
  await page.keyboard.press('Tab')
  const verb = (name: string): Locator => barOf(asked(page)).getByRole('button', { name, exact: true })
  await expect(verb('Copy')).toBeFocused()
  await expect(barOf(asked(page))).toHaveCSS('opacity', '1')
  await page.keyboard.press('End')
  await expect(verb('Quote')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(verb('Edit and send again')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(barOf(answered(page)).getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(verb('Edit and send again')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(played([{ text: 'Two.' }]))
  await page.keyboard.press('Enter')
  await forkOf(page, session)
  await expect(saidIn(page, 'Two.')).toBeVisible()
})

test('what is written in the place of a message outlasts a network that is gone, and a reload', async ({
  page,
  installation,
  context,
  expected,
}) => {
  expected.push(/ERR_/)
  const session = await conversation(page, installation, ['One.'])
  await act(asked(page), 'Edit and send again')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  await box.fill(played([{ text: 'Two.' }]))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(asked(page).getByRole('alert')).toContainText('Your text is kept here.')
  await expect(box).toHaveValue(played([{ text: 'Two.' }]))
  await context.setOffline(false)
  await page.reload()
  await expect(box).toHaveValue(played([{ text: 'Two.' }]))
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await forkOf(page, session)
  await expect(saidIn(page, 'Two.')).toBeVisible()
  await page.goto(`/sessions/${session.id}`)
  await logOf(page).hover()
  await expect(barOf(asked(page))).toBeAttached()
  await expect(box).toBeHidden()
})

test('a message whose answer was lost is said once, in one fork', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/ERR_/)
  const session = await conversation(page, installation, ['One.'])
  await page.route('**/messages', async route => {
    await route.fetch()
    await route.abort()
  })
  await act(asked(page), 'Edit and send again')
  await page.getByRole('textbox', { name: 'Edit message' }).fill(played([{ text: 'Two.' }]))
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(asked(page).getByRole('alert')).toContainText('Your text is kept here.')
  await page.unroute('**/messages')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await forkOf(page, session)
  await expect(saidIn(page, 'Two.')).toBeVisible()
  await expect(asked(page)).toHaveCount(1)
  const { items } = await installation.ask<{ items: Session[] }>('GET', '/api/sessions')
  expect(items).toHaveLength(2)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('what can be done with a message stands below it once somebody asks for it', async ({
    page,
    installation,
  }) => {
    await conversation(page, installation, ['One.', 'Two.'])
    const entry = asked(page).first()
    const more = entry.getByRole('button', { name: 'Message actions' })
    await expect(barOf(entry)).toBeHidden()
    await more.tap()
    const copy = barOf(entry).getByRole('button', { name: 'Copy' })
    await expect(copy).toBeInViewport()
    expect((await copy.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(barOf(answered(page).last())).toBeHidden()
    await answered(page).last().getByRole('button', { name: 'Message actions' }).tap()
    await expect(barOf(answered(page).last()).getByRole('button', { name: 'Regenerate' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await picture(page, 'phone')
    await expectAccessible(page)
    await more.tap()
    await expect(barOf(entry)).toBeHidden()
  })
})
