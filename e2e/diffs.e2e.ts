import { expect, type Locator } from 'playwright/test'
import { expectAccessible } from './accessible'
import { cardOf } from './dock'
import { test } from './journey'
import { waitingPage, write } from './reading-on'

/** A file of 60 lines in which one place changes. */
const source = (word: string): string =>
  [
    '/* Settings',
    '   of a folder */',
    ...Array.from({ length: 20 }, (_, n) => `export const value${n} = ${n}`),
    `export const name = "the ${word} name"`,
    ...Array.from({ length: 36 }, (_, n) => `export const more${n} = ${n} // more`),
    'export const last = 0',
  ].join('\n')

const numberOf = (line: Locator): Promise<string | null> =>
  line.locator('xpath=ancestor-or-self::span[span[@data-n]][1]').locator('[data-n]').getAttribute('data-n')

test('a change is read line by line, with its numbers, words, colours and what it leaves out', async ({
  page,
  context,
  installation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await installation.write('settings.ts', `${source('old')}\n`)
  const session = await waitingPage({ page, installation }, [write('settings.ts', source('new'))])
  const change = cardOf(page, 'write_file').getByRole('figure', { name: 'Change' })
  const [removed, added] = [change.getByRole('deletion').first(), change.getByRole('insertion').first()]
  await expect(removed).toHaveText('-export const name = "the old name"')
  await expect(added).toHaveText('+export const name = "the new name"')
  expect(await numberOf(removed.getByText('export const name'))).toBe('23')
  await expect(removed.getByText('old', { exact: true })).toBeVisible()
  await expect(added.getByText('new', { exact: true })).toBeVisible()
  // From the worker: a text is one stretch of one colour, but for the word in it.
  await expect(added.getByText('export', { exact: true })).toHaveCSS('color', 'rgb(29, 65, 150)')
  await expect(change).not.toContainText('@@')
  await expect(change).toContainText('No line break at the end.')
  await expectAccessible(page, '[data-call]')

  await change.locator('pre').evaluate(element => window.getSelection()?.selectAllChildren(element))
  await page.keyboard.press('Control+c')
  const [call] = (await installation.view(session)).pendingSet?.calls ?? []
  const whole = call?.preview?.diff?.unified.split('\n').slice(2).join('\n')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(whole)

  await expect(change.getByText('of a folder */')).toBeHidden()
  await change.getByRole('button', { name: 'Show 19 unchanged lines' }).click()
  await expect(change.getByText('of a folder */')).toHaveCSS('color', 'rgb(85, 81, 74)')
  expect(await numberOf(change.getByText('of a folder */'))).toBe('2')
  await expect(change.getByRole('button', { name: 'Show 19 unchanged lines' })).toBeHidden()
})
