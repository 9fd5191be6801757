import { expect, type Page } from 'playwright/test'
import { hasHiddenCharacters } from '@/lib/text/hidden-characters'
import { HIDDEN_CORPUS } from '@/test/http/hidden-corpus'
import { approveChange, cardOf, chooseMore, dockOf, exactly, messageOf, openCard, saidIn } from './dock'
import { test } from './journey'
import { unfold } from './unfold'

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
  const plain = { path: 'a\u202egnp.exe', content: 'раypal\u00a0x\r\nsecond\u{e0041}\tline\n' }
  const calls = [
    { name: 'write_file', arguments: args },
    { name: 'read_file', arguments: { path: `r${hidden}` } },
    { name: `tool${hidden}`, arguments: { [hidden]: hidden } },
    { name: 'write_file', arguments: plain },
  ]
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [
    { text: `Said ${hidden}`, reasoning: hidden, calls },
    { text: `Done ${hidden}.` },
  ])
  const card = cardOf(page, 'write_file').first()
  await expect(card).toContainText('Hidden characters')
  await expect(card).toContainText('Look-alike characters')
  await card.getByRole('button', { name: 'Show arguments' }).click()
  expect(exactly(await card.getByRole('figure', { name: 'Arguments' }).textContent())).toBe(args)
  const change = card.getByRole('figure', { name: 'Change' })
  const caption = change.locator('figcaption')
  await expect(caption).toContainText('⟦U+000A⟧⟦U+0009⟧')
  await expect(caption).toHaveCSS('white-space', 'pre-wrap')
  expect(exactly(await caption.textContent())).toBe(path)
  expect(exactly(await change.textContent())).toContain(`раypal ${hidden}`)
  expect(exactly(await page.getByRole('heading', { level: 1 }).textContent())).toBe(`A ${hidden} title`)
  expect(await hiddenIn(page)).toEqual([])

  // What is edited beside it keeps it to the character.
  const other = cardOf(page, 'write_file').last()
  await openCard(other)
  await expect(other.getByRole('figure', { name: 'Change' })).toContainText('раypal⟦U+00A0⟧x⟦U+000D⟧')
  await expect(other).toContainText('High risk')
  await other.getByRole('button', { name: 'Edit' }).click()
  await expect(other.getByText('⟦U+202E⟧ ⟦U+00A0⟧ ⟦U+E0041⟧')).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await approveChange(other)
  await expect(dockOf(page).getByText('Approved by Owner, with changes')).toBeVisible()

  await installation.decide(session, 'deny', { reason: `No ${hidden}` })
  await expect(saidIn(page, /^Done/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  expect(await installation.read(plain.path)).toBe(`${plain.content}!`)
  await unfold(page)
  expect(await hiddenIn(page)).toEqual([])
  await page.reload()
  await expect(saidIn(page, /^Done/)).toBeVisible()
  expect(await hiddenIn(page)).toEqual([])
})

test('words in any writing system are laid out as they are read, while they are written and when they are sent', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  // What joins letters is a part of them; what turns their order hides in them.
  const text = 'می\u200cخواهم **بنویسم** 👩\u200d💻\n\nThen evil\u202etxt.exe and `co\u200bde`.'
  await installation.play(session, [{ text, calls: [write] }])
  await page.goto(`/sessions/${session.id}`)
  await expect(saidIn(page, /می\u200cخواهم/)).toHaveCSS('direction', 'rtl')
  await expect(saidIn(page, /^Then evil/)).toHaveText('Then evil⟦U+202E⟧txt.exe and co⟦U+200B⟧de.')
  await expect(saidIn(page, /^Then evil/)).toHaveCSS('direction', 'ltr')
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
