import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approveIn, cardOf, logOf, saidIn } from './dock'
import type { Cue } from './installation'
import { test } from './journey'
import { picture } from './picture'

const asked = (page: Page): Locator => logOf(page).getByRole('article', { name: 'You' })
const answered = (page: Page): Locator => logOf(page).getByRole('article', { name: 'Agent' })
const barOf = (entry: Locator): Locator => entry.getByRole('toolbar', { name: 'Message actions' })
const played = (turns: Cue[]): string => JSON.stringify({ turns })

test('with the keyboard alone a message is said otherwise in a fork, and the original stays as it is', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  for (const text of ['One.', 'Two.']) {
    await installation.play(session, [{ text }])
    await expect(saidIn(page, text)).toBeVisible()
    await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  }
  const before = (await installation.view(session)).transcript
  await logOf(page).focus()
  await expect(barOf(asked(page).first())).toBeAttached()
  await page.keyboard.press('Tab')
  const verb = (entry: Locator, name: string): Locator =>
    barOf(entry).getByRole('button', { name, exact: true })
  await expect(verb(asked(page).first(), 'Copy')).toBeFocused()
  await expect(barOf(asked(page).first())).toHaveCSS('opacity', '1')
  await page.keyboard.press('Tab')
  await expect(verb(answered(page).first(), 'Copy')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(verb(asked(page).last(), 'Link')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const edit = verb(asked(page).last(), 'Edit and send again')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(played([{ text: 'Two.' }]))
  await picture(page, 'editing')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(played([{ text: 'Three.' }]))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(new RegExp(session.id))
  await expect(saidIn(page, 'Three.')).toBeVisible()
  await expect(saidIn(page, 'One.')).toBeVisible()
  await expect(saidIn(page, 'Two.')).toHaveCount(0)
  expect((await installation.view(session)).transcript).toEqual(before)
  await picture(page, 'fork')
  await page.getByText('Branched from').getByRole('link', { name: session.title }).click()
  await expect(page).toHaveURL(new RegExp(`${session.id}#seq-`))
  await expect(saidIn(page, 'Two.')).toBeVisible()
  await expect(box).toBeHidden()
})

test('what is copied is the text as it is: an entry, its code, words of it and arguments', async ({
  page,
  installation,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  const code = 'rm -rf a\u202eb\n\n\tdone'
  const text = `First\u200b **line**.\n\nSecond line.\n\n\`\`\`sh\n${code}\n\`\`\``
  const args = '{"path":"a.txt","content":"one\u202etwo\u00a0three"}'
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text, calls: [{ name: 'write_file', arguments: args }] }])
  const card = cardOf(page, 'write_file')
  // By then the dock has its size, and what stands above it its place.
  await expect(approveIn(card)).toBeEnabled()

  // Markdown takes the place of the plain text once it is loaded.
  const figure = logOf(page).getByRole('figure', { name: 'Code' })
  await expect(figure).toBeVisible()
  const said = answered(page).getByText('Second line.')
  const place = await said.boundingBox()
  await expect(barOf(answered(page))).toBeHidden()
  await answered(page).hover()
  await expect(barOf(answered(page))).toBeVisible()
  await expect(answered(page).locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/)
  await barOf(answered(page)).getByRole('button', { name: 'Copy' }).click()
  await expect(answered(page).getByText('Copied', { exact: true })).toBeVisible()
  expect(await copied()).toBe(text)
  // Nothing moves for it.
  expect(await said.boundingBox()).toEqual(place)
  await expectAccessible(page)

  await figure.getByRole('button', { name: 'Copy' }).click()
  await expect(figure.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toBe(code)
  await page.evaluate(() => {
    const [first, second] = document.querySelectorAll('[role=log] .prose p')
    if (first && second) getSelection()?.setBaseAndExtent(first, 0, second, second.childNodes.length)
  })
  await page.keyboard.press('Control+c')
  expect((await copied()).replaceAll('\r', '').split(/\n+/)).toEqual(['First\u200b line.', 'Second line.'])
  await expect(saidIn(page, /^First/)).toHaveText('First⟦U+200B⟧ line.')

  await card.getByRole('button', { name: 'Show arguments' }).click()
  await card.getByRole('figure', { name: 'Arguments' }).getByText('"path"').click({ clickCount: 3 })
  await page.keyboard.press('Control+c')
  expect(await copied()).toBe(args)
})
