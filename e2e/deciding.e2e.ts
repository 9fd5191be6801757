import { expect, type Locator } from 'playwright/test'
import { approve, approveIn, cardOf, dockOf, logOf, readThrough, saidIn, statusOf } from './dock'
import { test } from './journey'

const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } })
const read = (path: string) => ({ name: 'read_file', arguments: { path } })

test('a person denies a call with a reason, and the agent gets to read it', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await installation.play(session, [{ calls: [write('a.txt', 'A')] }, { text: 'I understand.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await card.getByRole('button', { name: 'Deny' }).click()
  await expect(card.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await card.getByRole('textbox', { name: 'Reason' }).fill('Not on a Friday')
  await card.getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(logOf(page).getByText('Denied by Owner')).toBeFocused()
  await expect(saidIn(page, 'I understand.')).toBeVisible()
  await expect(statusOf(page)).toContainText('write_file: Denied by Owner.')
  const [call] = (await installation.view(session)).transcript.filter(entry => entry.kind === 'result')
  expect(call?.text).toContain('Not on a Friday')
})

test('all calls of a set can be approved at once, but not before each was seen', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  await installation.play(session, [
    { calls: [write('a.txt', long), write('b.txt', long)] },
    { text: 'Both.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const all = dockOf(page).getByRole('button', { name: 'Approve all', exact: true })
  await expect(all).toBeDisabled()
  await expect(all).toHaveAccessibleDescription('2 calls not seen in full yet.')
  await readThrough(cardOf(page, 'write_file').first())
  await expect(all).toHaveAccessibleDescription('1 call not seen in full yet.')
  await readThrough(cardOf(page, 'write_file').last())
  await all.click()
  await expect(saidIn(page, 'Both.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe(long)
  expect(await installation.read('b.txt')).toBe(long)
})

test('a set is decided in parts, and what waits for what is said', async ({ page, installation }) => {
  const session = await installation.scripted()
  await installation.write('a.txt', 'old')
  await installation.play(session, [{ calls: [write('b.txt', 'B'), read('b.txt')] }, { text: 'Fine.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(dockOf(page).getByRole('heading', { name: '2 calls waiting' })).toBeVisible()
  await approve(cardOf(page, 'read_file'))
  await expect(cardOf(page, 'write_file')).toBeFocused()
  await expect(dockOf(page).getByText('Waiting for: write_file.')).toBeVisible()
  await expect(dockOf(page).getByRole('heading', { name: '1 call waiting' })).toBeVisible()
  await expect(statusOf(page)).toContainText('read_file: Approved by Owner. 1 call waiting: write_file')
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'Fine.')).toBeVisible()
})

test('a person denies a whole set', async ({ page, installation }) => {
  const session = await installation.scripted()
  await installation.play(session, [
    { calls: [write('a.txt', 'A'), write('b.txt', 'B')] },
    { text: 'None then.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  await dockOf(page).getByRole('button', { name: 'Deny all' }).click()
  await expect(saidIn(page, 'None then.')).toBeVisible()
  await expect(logOf(page).getByText('Denied by Owner')).toHaveCount(2)
  await expect(installation.read('a.txt')).rejects.toThrow()
})

test('when something moves, only the buttons that moved take no press for a moment', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await installation.play(session, [
    { calls: [write('a.txt', 'A'), write('b.txt', 'B')] },
    { text: 'None then.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file').first()
  await expect(card.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  expect(await turnedOffByGrowth(card)).toEqual(['Approve'])
  await dockOf(page).getByRole('button', { name: 'Deny all' }).click()
  await expect(saidIn(page, 'None then.')).toBeVisible()
})

test('reads of the workspace are allowed from now on, and only reads', async ({ page, installation }) => {
  const session = await installation.scripted()
  await installation.write('a.txt', 'What was read')
  const turns = [{ calls: [read('a.txt')] }, { calls: [read('a.txt')] }, { calls: [write('b.txt', 'B')] }]
  await installation.play(session, [...turns, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await dockOf(page).getByRole('button', { name: 'Allow reads in this workspace' }).click()
  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(logOf(page).getByText('Approved by the rule “Reads in this workspace”')).toBeVisible()
  await expect(dockOf(page).getByRole('button', { name: 'Allow reads in this workspace' })).toBeHidden()
})

test('a file that changed since it was shown is shown anew, and nothing runs', async ({
  page,
  installation,
  expected,
}) => {
  const session = await installation.scripted()
  await installation.write('a.txt', 'one\n')
  const edit = { name: 'edit_file', arguments: { path: 'a.txt', old: 'one', new: 'two' } }
  await installation.play(session, [{ calls: [edit] }, { text: 'Changed.' }])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'edit_file')
  await expect(approveIn(card)).toBeEnabled()
  await installation.write('a.txt', 'zero\none\n')
  expected.push(/409/)
  await approve(card)
  await expect(card.getByRole('alert')).toContainText('no longer what was shown')
  await expect(card.getByText('This call has changed since you first saw it.')).toBeVisible()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('zero')
  await expect(approveIn(card)).toBeFocused()
  expect(await installation.read('a.txt')).toBe('zero\none\n')
  await approve(card)
  await expect(saidIn(page, 'Changed.')).toBeVisible()
  expect(await installation.read('a.txt')).toBe('zero\ntwo\n')
})

test('a call that was approved and whose file changed before it ran waits again', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await installation.write('a.txt', 'one\n')
  const edit = (old: string, to: string) => ({
    name: 'edit_file',
    arguments: { path: 'a.txt', old, new: to },
  })
  await installation.play(session, [
    { calls: [write('b.txt', 'B'), edit('one', 'two')] },
    { text: 'Changed.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  await approve(cardOf(page, 'edit_file'))
  await expect(dockOf(page).getByText('Waiting for: write_file.')).toBeVisible()
  await installation.write('a.txt', 'zero\none\n')
  await approve(cardOf(page, 'write_file'))
  const card = cardOf(page, 'edit_file')
  await expect(card.getByText('The file has changed since this was shown.')).toBeVisible()
  await expect(card.getByText('No longer valid: the file changed.')).toBeVisible()
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('zero')
  await approve(card)
  await expect(saidIn(page, 'Changed.')).toBeVisible()
})

/** Makes a card taller. The buttons that are turned off by it, without their keys. */
const turnedOffByGrowth = (card: Locator): Promise<string[]> =>
  card.evaluate(element => {
    const off = new Promise<string[]>(resolve => {
      new MutationObserver((changes, observer) => {
        observer.disconnect()
        const buttons = changes.flatMap(({ target }) => (target instanceof HTMLElement ? [target] : []))
        resolve(
          buttons
            .filter(button => button.ariaDisabled === 'true')
            .map(button => button.firstChild?.textContent?.trim() ?? ''),
        )
      }).observe(document, { subtree: true, attributeFilter: ['aria-disabled'] })
    })
    element.style.paddingBottom = '40px'
    return off
  })
