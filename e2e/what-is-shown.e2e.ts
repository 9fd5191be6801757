import { expect, type Page } from 'playwright/test'
import { HIDDEN_CORPUS } from '@/lib/testing/http/hidden-corpus'
import { hasHiddenCharacters } from '@/lib/text/hidden-characters'
import { cardOf, chooseMore, exactly, logOf, messageOf, saidIn } from './dock'
import { test } from './journey'
import { unfold } from './unfold'

test('characters that cannot be seen are shown by their code points, and look-alikes are warned of', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Plain \u202ename' })
  const path = 'a\u202egnp.exe'
  const content = 'раypal\u00a0x\r\nsecond\u{e0041}\tline\n'
  await installation.play(session, [
    { calls: [{ name: 'write_file', arguments: { path, content } }] },
    { text: 'Done.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await expect(card).toContainText('Look-alike characters')
  await expect(card).toContainText('Hidden characters')
  await expect(card).toContainText('High risk')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('a⟦U+202E⟧gnp.exe')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('раypal⟦U+00A0⟧x⟦U+000D⟧')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('second⟦U+E0041⟧\tline')
  await expect(page.getByRole('heading', { name: 'Plain ⟦U+202E⟧name' })).toBeVisible()
  await card.getByRole('button', { name: 'Show arguments' }).click()
  const raw = JSON.stringify({ path, content }).replace('\u202e', '⟦U+202E⟧').replace('\u00a0', '⟦U+00A0⟧')
  const shown = raw.replace('\u{e0041}', '⟦U+E0041⟧')
  await expect(card.getByRole('figure', { name: 'Arguments' })).toHaveText(shown)
  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(card.getByText('⟦U+202E⟧ ⟦U+00A0⟧ ⟦U+E0041⟧')).toBeVisible()
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read(path)).toBe(content)
})

test('copying what is shown gives the text as it is', async ({ page, installation, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const session = await installation.scripted()
  const args = '{"path":"a.txt","content":"one\u202etwo\u00a0three"}'
  await installation.play(session, [{ calls: [{ name: 'write_file', arguments: args }] }])
  await page.goto(`/sessions/${session.id}`)
  await cardOf(page, 'write_file').getByRole('button', { name: 'Show arguments' }).click()
  const figure = cardOf(page, 'write_file').getByRole('figure', { name: 'Arguments' })
  await figure.getByText('"path"').click({ clickCount: 3 })
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(args)
})

test('nothing that is hidden in a name, a value, a title or a word is anywhere in the page as it is', async ({
  page,
  installation,
}) => {
  const chars = HIDDEN_CORPUS.map(([, code]) => String.fromCodePoint(code)).filter(
    char => char !== '\0' && char.isWellFormed(),
  )
  const hidden = chars.join('.')
  const session = await installation.scripted({ title: `A ${hidden} title` })
  // No name of a file is longer than 255 bytes.
  const half = Math.ceil(chars.length / 2)
  const path = `p${chars.slice(0, half).join('.')}/${chars.slice(half).join('.')}\n\t  q`
  const args = JSON.stringify({ path, content: `раypal ${hidden}\n` })
  const calls = [
    { name: 'write_file', arguments: args },
    { name: 'read_file', arguments: { path: `r${hidden}` } },
    { name: `tool${hidden}`, arguments: { [hidden]: hidden } },
  ]
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [
    { text: `Said ${hidden}`, reasoning: hidden, calls },
    { text: `Done ${hidden}.` },
  ])
  const card = cardOf(page, 'write_file')
  await expect(card).toContainText('Hidden characters')
  await expect(card).toContainText('Look-alike characters')
  await card.getByRole('button', { name: 'Show arguments' }).click()
  expect(exactly(await card.getByRole('figure', { name: 'Arguments' }).textContent())).toBe(args)
  const caption = card.getByRole('figure', { name: 'Change' }).locator('figcaption')
  await expect(caption).toContainText('⟦U+000A⟧⟦U+0009⟧')
  await expect(caption).toHaveCSS('white-space', 'pre-wrap')
  expect(exactly(await caption.textContent())).toBe(path)
  expect(exactly(await card.getByRole('figure', { name: 'Change' }).textContent())).toContain(
    `раypal ${hidden}`,
  )
  expect(exactly(await page.getByRole('heading', { level: 1 }).textContent())).toBe(`A ${hidden} title`)
  expect(await hiddenIn(page)).toEqual([])
  await installation.decide(session, 'deny', { reason: `No ${hidden}` })
  await expect(saidIn(page, /^Done/)).toBeVisible()
  await unfold(page)
  expect(await hiddenIn(page)).toEqual([])
  await page.reload()
  await expect(saidIn(page, /^Done/)).toBeVisible()
  expect(await hiddenIn(page)).toEqual([])
})

test('words in any writing system read as they should, and what hides in them does not', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const text = 'می\u200cخواهم **بنویسم** 👩\u200d💻\n\nThen evil\u202etxt.exe and `co\u200bde`.'
  await installation.play(session, [{ text }])
  await expect(saidIn(page, /می\u200cخواهم/)).toHaveCSS('direction', 'rtl')
  await expect(saidIn(page, /^Then evil/)).toHaveText('Then evil⟦U+202E⟧txt.exe and co⟦U+200B⟧de.')
  await expect(saidIn(page, /^Then evil/)).toHaveCSS('direction', 'ltr')
})

test('what is written from right to left is laid out so while it is written, and when it is sent', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  await installation.play(session, [{ calls: [write] }])
  await page.goto(`/sessions/${session.id}`)
  await messageOf(page).fill('Hello')
  await expect(messageOf(page)).toHaveCSS('direction', 'ltr')
  await messageOf(page).fill('שלום')
  await expect(messageOf(page)).toHaveCSS('direction', 'rtl')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').locator('[data-prose]', { hasText: 'שלום' })).toHaveCSS(
    'direction',
    'rtl',
  )
  const card = cardOf(page, 'write_file')
  for (const [verb, field] of [
    ['Deny', 'Reason'],
    ['Answer', 'Result'],
  ] as const) {
    if (verb === 'Deny') await card.getByRole('button', { name: verb }).click()
    else await chooseMore(card, verb)
    await card.getByRole('textbox', { name: field }).fill('לא')
    await expect(card.getByRole('textbox', { name: field })).toHaveCSS('direction', 'rtl')
    await card.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('copying what was said gives its characters, line by line', async ({ page, installation, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const code = 'rm -rf a\u202eb\n\n\tdone'
  const text = `First\u200b **line**.\n\nSecond line.\n\n\`\`\`sh\n${code}\n\`\`\``
  await installation.play(session, [{ text }])
  await expect(saidIn(page, 'Second line.')).toBeVisible()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await logOf(page).getByRole('figure', { name: 'Code' }).getByRole('button', { name: 'Copy' }).click()
  await expect(logOf(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toBe(code)
  await page.evaluate(() => {
    const [first, second] = document.querySelectorAll('[role=log] .prose p')
    if (first && second) getSelection()?.setBaseAndExtent(first, 0, second, second.childNodes.length)
  })
  await page.keyboard.press('Control+c')
  expect((await copied()).replaceAll('\r', '').split(/\n+/)).toEqual(['First\u200b line.', 'Second line.'])
  await expect(saidIn(page, /^First/)).toHaveText('First⟦U+200B⟧ line.')
})

/** Texts and names of the page that hold what nobody can see. */
async function hiddenIn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll(':not(script, style, textarea)')]
    const own = elements.flatMap(element =>
      [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent ?? ''),
    )
    const names = ['aria-label', 'title', 'placeholder', 'alt', 'id', 'href', 'aria-description']
    return [
      document.title,
      ...own,
      ...elements.flatMap(element => names.map(name => element.getAttribute(name) ?? '')),
    ]
  })
  // What is shown in their place is no other than what somebody writes so.
  return texts.filter(text => hasHiddenCharacters(text.replace(/⟦U\+[0-9A-F]+⟧/g, '')))
}
