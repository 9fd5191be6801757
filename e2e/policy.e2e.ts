import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { cardOf, dockOf, logOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

test('somebody makes a rule that denies, sees it refuse, and turns it off', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/422/)
  const session = await installation.scripted({ title: 'Errands' })
  const plays = (path: string) =>
    installation.play(session, [{ calls: [{ name: 'write_file', arguments: { path, content: 'a' } }] }, {}])
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'More', exact: true })
    .getByRole('link', { name: 'Policy' })
    .click()
  await expect(page).toHaveTitle('Policy · Countersign')
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('region', { name: 'New rule' })
  await form.getByRole('combobox', { name: 'Effect' }).selectOption('Deny')
  await form.getByRole('combobox', { name: 'Tool' }).fill('write_file')
  await form.getByRole('button', { name: 'Add a condition' }).click()
  const condition = form.getByRole('group', { name: 'Condition 1' })
  const value = condition.getByRole('textbox', { name: 'Value' })
  const save = form.getByRole('button', { name: 'Save rule' })
  await value.fill('../secret/*')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(condition.getByRole('alert')).toBeVisible()
  await expect(save).toBeDisabled()
  await value.fill('secret/*')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('region', { name: 'Check on past calls' })).toContainText('secret/*')
  await expectAccessible(page)
  await picture(page, 'checked')
  await save.click()
  const rule = page.getByRole('list', { name: 'Rules' }).getByRole('article')
  await expect(rule).toContainText('Deny write_file where path matches “secret/*”')

  await page.getByRole('button', { name: 'Try a call' }).click()
  const trial = page.getByRole('region', { name: 'Try a call' })
  await trial.getByRole('combobox', { name: 'Tool' }).fill('write_file')
  await trial.getByRole('textbox', { name: 'Arguments (JSON)' }).fill('{"path":"secret/key","content":""}')
  await trial.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(trial.getByRole('status')).toContainText('Denied by rule')
  await plays('secret/key')
  await page.goto(`/sessions/${session.id}`)
  await expect(logOf(page).getByRole('article', { name: /write_file/ })).toContainText(/rule/i)
  await expect(dockOf(page)).toBeHidden()

  await page.goto('/policy')
  await rule.getByRole('button', { name: 'Turn off' }).click()
  await expect(rule.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await expect(rule).toContainText('Off')
  await plays('secret/other')
  await page.goto(`/sessions/${session.id}`)
  await expect(cardOf(page, 'write_file')).toContainText('secret/other')
})
