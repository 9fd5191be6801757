import { expect } from 'playwright/test'
import type { RuleItem } from '@/lib/domain/policy/rule'
import { expectAccessible } from './accessible'
import {
  approve,
  approveChange,
  approveIn,
  cardOf,
  chooseMore,
  dockOf,
  logOf,
  messageOf,
  readThrough,
  saidIn,
  statusOf,
} from './dock'
import { test } from './journey'
import { picture } from './picture'
import { extents, lines, waitingPage, write } from './reading-on'

const read = (path: string) => ({ name: 'read_file', arguments: { path } })

test('a person denies a call with a reason, answers in the tool’s place, and lets another tool run', async ({
  page,
  installation,
}) => {
  await installation.write('c.txt', 'What stands there')
  const session = await waitingPage(
    { page, installation },
    ['a.txt', 'b.txt', 'c.txt'].map(path => write(path, 'W')),
  )
  const cards = cardOf(page, 'write_file')
  const card = cards.first()
  await card.getByRole('button', { name: 'Deny' }).click()
  const reason = card.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await reason.fill('Not on a Friday')
  await reason.press('Enter')
  await expect(cards).toHaveCount(2)
  await expect(card).toBeFocused()
  await expect(statusOf(page)).toContainText('write_file: Denied by Owner.')

  await chooseMore(card, 'Answer')
  const result = card.getByRole('textbox', { name: 'Result' })
  await expect(result).toBeFocused()
  await result.fill('It is there\nalready')
  await card.getByRole('button', { name: 'Send answer' }).click()
  await expect(cards).toHaveCount(1)
  await expect(card).toBeFocused()

  await chooseMore(card, 'Replace')
  const tool = card.getByRole('combobox', { name: 'Tool' })
  await expect(tool).toBeFocused()
  await tool.selectOption('read_file')
  const replace = card.getByRole('button', { name: 'Approve replacement' })
  await expect(card.getByRole('region', { name: 'With your change' })).toContainText('c.txt')
  await expect(replace).toBeEnabled()
  await tool.selectOption('list_files')
  await expect(replace).toBeDisabled()
  await tool.selectOption('read_file')
  await approveChange(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  for (const verdict of ['Denied by Owner', 'Answered by Owner', 'Approved by Owner, as another call'])
    await expect(logOf(page).getByText(verdict)).toBeVisible()
  for (const path of ['a.txt', 'b.txt']) await expect(installation.read(path)).rejects.toThrow('ENOENT')
  expect(await installation.read('c.txt')).toBe('What stands there')
  const results = (await installation.view(session)).transcript.filter(({ kind }) => kind === 'result')
  expect(results.map(({ text }) => text)).toEqual(
    ['Not on a Friday', 'It is there\nalready', 'What stands there'].map(text =>
      expect.stringContaining(text),
    ),
  )
})

test('all calls are approved at once, with how much of each was seen, and can be taken back for a moment', async ({
  page,
  installation,
}) => {
  const session = await waitingPage({ page, installation }, [
    write('a.txt', lines(40)),
    write('b.txt', lines(40)),
  ])
  const cards = cardOf(page, 'write_file')
  const all = (name: string) => dockOf(page).getByRole('button', { name, exact: true })
  await expect(all('Approve all 2 (2 unread)')).toBeEnabled()
  await readThrough(cards.first())
  await all('Approve all 2 (1 unread)').click()
  await expect(dockOf(page).getByText(/^2 calls start in [1-5] seconds?\.$/)).toBeVisible()
  await dockOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(cards.filter({ hasText: 'Undone before it started.' })).toHaveCount(2)
  await approve(cards.first())
  await expect.poll(() => installation.read('a.txt').catch(() => '')).toBe(lines(40))
  await expect(installation.read('b.txt')).rejects.toThrow('ENOENT')
  await approve(cards)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('b.txt')).toBe(lines(40))
  expect(await extents(installation, session)).toEqual(['whole', 'whole'])
})

test('a patch of nine lines is read and approved as it stands, on a wide screen beside the transcript', async ({
  page,
  installation,
}) => {
  await installation.write('notes.md', lines(9))
  const patch = `--- a/notes.md\n+++ b/notes.md\n@@ -1,6 +1,6 @@\n line 1\n line 2\n-line 3\n+Line 3\n-line 4\n+Line 4\n line 5\n line 6\n`
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const turn = {
    text: 'I have read it. Two lines get a capital.',
    calls: [{ name: 'apply_patch', arguments: { patch } }],
  }
  await installation.play(session, [turn, { text: 'Done.' }])
  const approval = approveIn(cardOf(page, 'apply_patch'))
  await expect(approval).toBeEnabled()
  await expect(approval).toBeInViewport({ ratio: 1 })
  await expect(messageOf(page)).toBeInViewport({ ratio: 1 })
  await expect(dockOf(page).getByText(/Two lines get a capital\.$/)).toBeVisible()
  await expect(dockOf(page).getByText('I have read it.')).toBeHidden()
  await dockOf(page)
    .getByText(/Two lines get a capital\.$/)
    .click()
  await expect(dockOf(page).getByText('I have read it.')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => dockOf(page).boundingBox()).toEqual({ x: 864, y: 0, width: 576, height: 900 })
  await expectAccessible(page)
  await picture(page, 'pane')
  await approval.click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
})

test('what is always allowed runs without asking and says why, until its rule is deleted', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const paths = ['notes/a.txt', 'notes/b.txt', 'c.txt', 'notes/d.txt']
  const calls = [
    ...paths.map(path => write(path, path)),
    read('c.txt'),
    read('notes/d.txt'),
    write('e.txt', 'E'),
  ]
  await installation.play(session, [...calls.map(call => ({ calls: [call] })), { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await expect(card).toContainText('Asks, because the mode is Ask.')
  await readThrough(card)
  await chooseMore(card, 'Always allow…')
  await expect(card.getByRole('radio', { name: 'Exactly this call' })).toBeChecked()
  await card.getByRole('radio', { name: 'Anything directly in notes/' }).check()
  const rule = card.getByRole('region', { name: 'The rule' })
  await expect(rule).toContainText('Allow write_file where path matches “notes/*”')
  await expect(rule).toContainText('90 days')
  await expectAccessible(page)
  await picture(page, 'always')
  await card.getByRole('button', { name: 'Approve and always allow' }).click()
  await expect(card).toContainText('c.txt')
  const passed = logOf(page).getByRole('article', { name: 'Call of write_file' }).filter({ hasText: 'b.txt' })
  await expect(passed).toContainText(/Allowed by rule \d+/)
  await passed.locator('summary').click()
  await expect(passed).toContainText(/Allowed by rule \d+, which you made from this call on \d+ \w+/)
  const { items } = await installation.ask<{ items: RuleItem[] }>('GET', '/api/rules')
  const [made] = items
  await expect(passed.getByRole('link', { name: `Rule ${made?.number}` })).toHaveAttribute(
    'href',
    `/policy#rule-${made?.id}`,
  )
  await expect(passed.getByRole('link', { name: 'this call' })).toBeVisible()
  await passed.getByRole('link', { name: 'this call' }).scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await picture(page, 'passed')
  await installation.ask('DELETE', `/api/rules/${made?.id}`)
  await approve(card)
  await expect(card).toContainText('d.txt')
  await expect(card).toContainText('Asks, because the mode is Ask.')
  await approve(card)

  const reads = dockOf(page).getByRole('button', { name: 'Always allow reads here' })
  await reads.click()
  await expect(card).toContainText('e.txt')
  await expect(logOf(page).getByRole('article', { name: 'Call of read_file' }).last()).toContainText(
    /Allowed by rule \d+/,
  )
  await expect(reads).toBeHidden()
})

test('a set is decided in parts, and what has changed since it was shown, or since it was approved, is shown anew', async ({
  page,
  installation,
  expected,
}) => {
  await installation.write('a.txt', 'one\n')
  const edit = { name: 'edit_file', arguments: { path: 'a.txt', old: 'one', new: 'two' } }
  await waitingPage({ page, installation }, [write('b.txt', 'B'), edit])
  const card = cardOf(page, 'edit_file')
  await readThrough(card)
  await installation.write('a.txt', 'zero\none\n')
  expected.push(/409/)
  await approveIn(card).click()
  await expect(card.getByRole('alert')).toContainText('no longer what was shown')
  await expect(card.getByText('This call changed since you first saw it.')).toBeVisible()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('zero')
  await expect(approveIn(card)).toBeFocused()
  expect(await installation.read('a.txt')).toBe('zero\none\n')
  await approve(card)
  await expect(cardOf(page, 'write_file')).toBeFocused()
  await expect(dockOf(page).getByText('Waiting for: write_file.')).toBeVisible()
  await expect(dockOf(page).getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  await expect(statusOf(page)).toContainText('edit_file: Approved by Owner. 1 call waiting: write_file')
  await installation.write('a.txt', 'half\nzero\none\n')
  await approve(cardOf(page, 'write_file'))
  await expect(card.getByText('The file changed since you saw this.')).toBeVisible()
  await expect(card.getByText('No longer valid: the file changed.')).toBeVisible()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('half')
  await approve(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('half\nzero\ntwo\n')
})
