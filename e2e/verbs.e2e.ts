import { expect, type Page } from 'playwright/test'
import { approve, approveIn, cardOf, chooseMore, dockOf, logOf, readThrough, saidIn } from './dock'
import type { Cue, Installation } from './installation'
import { test } from './journey'

const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } })
const read = (path: string) => ({ name: 'read_file', arguments: { path } })

/** A page of a session in which these calls wait. */
async function waitOn(page: Page, installation: Installation, cues: Cue[]) {
  const session = await installation.scripted()
  await installation.play(session, cues)
  await page.goto(`/sessions/${session.id}`)
  return session
}

test('a person answers in the tool’s place, and nothing runs', async ({ page, installation }) => {
  const session = await waitOn(page, installation, [
    { calls: [write('a.txt', 'A')] },
    { text: 'Understood.' },
  ])
  const card = cardOf(page, 'write_file')
  await chooseMore(card, 'Answer')
  const result = card.getByRole('textbox', { name: 'Result' })
  await expect(result).toBeFocused()
  await expect(card.getByRole('button', { name: 'Send answer' })).toBeDisabled()
  await result.fill('It is there\nalready')
  await card.getByRole('button', { name: 'Send answer' }).click()
  await expect(logOf(page).getByText('Answered by Owner')).toBeFocused()
  await expect(saidIn(page, 'Understood.')).toBeVisible()
  await expect(installation.read('a.txt')).rejects.toThrow()
  const [entry] = (await installation.view(session)).transcript.filter(({ kind }) => kind === 'result')
  expect(entry?.text).toContain('It is there\nalready')
})

test('a person replaces a call with one of another tool, after having seen what it would do', async ({
  page,
  installation,
}) => {
  await installation.write('a.txt', 'What stands there')
  await waitOn(page, installation, [{ calls: [write('a.txt', 'A')] }, { text: 'Read instead.' }])
  const card = cardOf(page, 'write_file')
  await chooseMore(card, 'Replace')
  const tool = card.getByRole('combobox', { name: 'Tool' })
  await expect(tool).toBeFocused()
  await expect(tool).toHaveValue('write_file')
  await tool.selectOption('read_file')
  await card.getByRole('tab', { name: 'JSON' }).click()
  const field = card.getByRole('textbox', { name: 'Arguments (JSON)' })
  await expect(field).toHaveValue('{\n  "path": "a.txt"\n}')
  const replace = card.getByRole('button', { name: 'Approve replacement' })
  await expect(replace).toBeDisabled()
  await card.getByRole('button', { name: 'Review change' }).click()
  await expect(card.getByRole('region', { name: 'What the changed call would do' })).toContainText('a.txt')
  await expect(replace).toBeEnabled()
  await tool.selectOption('list_files')
  await expect(replace).toBeDisabled()
  await tool.selectOption('read_file')
  await card.getByRole('button', { name: 'Review change' }).click()
  await replace.click()
  await expect(logOf(page).getByText('Approved by Owner, as another call')).toBeFocused()
  await expect(saidIn(page, 'Read instead.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('What stands there')
})

test('a replacement that the tool would not take is refused where it is wrong', async ({
  page,
  installation,
}) => {
  await waitOn(page, installation, [{ calls: [write('a.txt', 'A')] }])
  const card = cardOf(page, 'write_file')
  await chooseMore(card, 'Replace')
  await card.getByRole('combobox', { name: 'Tool' }).selectOption('edit_file')
  await card.getByRole('button', { name: 'Review change' }).click()
  await expect(card.getByRole('alert').filter({ hasText: '/old' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Approve replacement' })).toBeDisabled()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByRole('button', { name: 'More' })).toBeFocused()
  await expect(approveIn(card)).toBeVisible()
})

test('whoever gives up a form is where they opened it', async ({ page, installation }) => {
  await waitOn(page, installation, [{ calls: [write('a.txt', 'A')] }])
  const card = cardOf(page, 'write_file')
  for (const name of ['Deny', 'Edit']) {
    const opener = card.getByRole('button', { name, exact: true })
    await opener.click()
    await card.getByRole('button', { name: 'Cancel' }).click()
    await expect(opener).toBeFocused()
  }
  const more = card.getByRole('button', { name: 'More', exact: true })
  for (const name of ['Replace', 'Answer', 'Always allow…'] as const) {
    await chooseMore(card, name)
    await card.getByRole('button', { name: 'Cancel' }).click()
    await expect(more).toBeFocused()
  }
  await page.keyboard.press('r')
  await expect(card.getByRole('combobox', { name: 'Tool' })).toBeFocused()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card.getByRole('menuitem')).toHaveText(['Replace r', 'Answer', 'Always allow…'])
  await expect(card.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('menu')).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('n')
  await expect(card.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'Deny' })).toBeFocused()
})

test('“Always allow…” shows the rule in full and makes just that', async ({ page, installation }) => {
  const session = await installation.scripted()
  await installation.write('a.txt', 'A')
  const turns = [read('a.txt'), read('a.txt'), read('b.txt')].map(call => ({ calls: [call] }))
  await installation.play(session, [...turns, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'read_file')
  await chooseMore(card, 'Always allow…')
  const rule = card.getByRole('region', { name: 'The rule' })
  await expect(rule).toContainText('From now on read_file runs without asking in this session')
  await expect(rule).toContainText(/with these arguments and no others:\s*path is exactly\s*a\.txt/)
  await expect(card.getByRole('radio')).toHaveCount(0)
  await expect(card.getByRole('checkbox')).toHaveCount(0)
  await card.getByRole('combobox', { name: 'For how long' }).selectOption('For 1 hour')
  await expect(rule).toContainText('for 1 hour')
  const sent = page.waitForRequest('**/decisions')
  await card.getByRole('button', { name: 'Approve and always allow' }).click()
  const { remember } = (await sent).postDataJSON().decisions[0]
  await expect(dockOf(page).getByText('b.txt').first()).toBeVisible()
  await expect(logOf(page).getByText(/^Approved by the rule/)).toHaveCount(1)
  expect(remember).toMatchObject({
    scope: 'session',
    matchers: [{ argument: '', kind: 'exact', value: { path: 'a.txt' } }],
  })
  expect(Date.parse(remember.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000)
})

test('“Always allow…” is never the first to be reached, and Deny and Approve stand at the ends', async ({
  page,
  installation,
}) => {
  await waitOn(page, installation, [{ calls: [write('a.txt', 'A')] }])
  await expect(approveIn(cardOf(page, 'write_file'))).toBeEnabled()
  const names = await cardOf(page, 'write_file').getByRole('button').allTextContents()
  const verbs = names.map(name => name.trim()).filter(name => !/^Show/.test(name))
  expect(verbs).toEqual(['Deny n', 'Edit e', 'More', 'Approve y'])
})

test('what is approved all at once is held for a moment, and can be taken back one by one', async ({
  page,
  installation,
}) => {
  await waitOn(page, installation, [{ calls: [write('a.txt', 'A'), write('b.txt', 'B')] }, { text: 'Done.' }])
  await readThrough(cardOf(page, 'write_file').first())
  await readThrough(cardOf(page, 'write_file').last())
  await dockOf(page).getByRole('button', { name: 'Approve all', exact: true }).click()
  await expect(dockOf(page).getByText(/^Starts in [1-5] seconds?\.$/)).toHaveCount(2)
  await dockOf(page).getByRole('button', { name: 'Undo' }).last().click()
  const card = cardOf(page, 'write_file')
  await expect(card).toContainText('b.txt')
  await expect(card).toBeFocused()
  await expect(card).toContainText('Undone before it started.')
  await expect.poll(() => installation.read('a.txt').catch(() => '')).toBe('A')
  await expect(installation.read('b.txt')).rejects.toThrow()
  await approve(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
})

test('all that is held is taken back at once', async ({ page, installation }) => {
  await waitOn(page, installation, [{ calls: [write('a.txt', 'A'), write('b.txt', 'B')] }])
  await readThrough(cardOf(page, 'write_file').first())
  await readThrough(cardOf(page, 'write_file').last())
  await dockOf(page).getByRole('button', { name: 'Approve all', exact: true }).click()
  await dockOf(page).getByRole('button', { name: 'Take all back' }).click()
  await expect(dockOf(page).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await expect(dockOf(page).getByText('Undone before it started.')).toHaveCount(2)
})

test('a closed tab does not stop what was approved, and too late is said', async ({
  page,
  anotherTab,
  installation,
  expected,
}) => {
  const session = await waitOn(page, installation, [
    { calls: [write('a\u202e.txt', 'A')] },
    { text: 'Done.' },
  ])
  await expect(cardOf(page, 'write_file')).toContainText('High risk')
  let letThrough: () => void = () => undefined
  const isOver = new Promise<void>(resolve => {
    letThrough = resolve
  })
  const late = await anotherTab()
  await late.goto(`/sessions/${session.id}`)
  await late.route('**/undo', async route => {
    await isOver
    await route.continue()
  })
  await approve(cardOf(page, 'write_file'))
  const undo = dockOf(late).getByRole('button', { name: 'Undo' })
  expected.push(/409/)
  await undo.click()
  await page.close()
  await expect(saidIn(late, 'Done.')).toBeVisible()
  letThrough()
  await expect(logOf(late).getByRole('alert')).toContainText('started already')
  expect(await installation.read('a\u202e.txt')).toBe('A')
})
