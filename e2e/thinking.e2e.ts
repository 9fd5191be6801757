import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { test } from './journey'

test('somebody is offered the thinking levels of a model, and told which it has where it lacks one', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/422/)
  const session = await installation.scripted({ title: 'Thinking hard' })
  await page.goto(`/sessions/${session.id}`)
  const nav = page.getByRole('navigation', { name: 'Sessions' })
  await nav.getByRole('listitem').filter({ hasText: 'Thinking hard' }).hover()
  await nav.getByRole('button', { name: 'More for Thinking hard' }).click()
  await nav.getByRole('menuitem', { name: 'Settings…' }).click()
  const settings = page.getByRole('dialog', { name: 'Session settings' })
  const thinking = settings.getByRole('combobox', { name: 'Thinking' })
  const save = settings.getByRole('button', { name: 'Save settings' })
  await thinking.selectOption('Minimal')
  await settings.getByRole('combobox', { name: 'Model' }).fill('openai:gpt-6.1-sol')
  await expect(thinking.getByRole('option')).toHaveText([
    ...[
      'The model’s default',
      'Minimal (not available for this model)',
      'Low',
      'Medium',
      'High',
      'Very high',
    ],
    'Maximum',
  ])
  await save.click()
  await expect(settings.getByRole('alert')).toHaveText(
    'openai:gpt-6.1-sol has no thinking level “minimal”. It has: default, low, medium, high, xhigh, max.',
  )
  await expectAccessible(page, 'dialog')
  await thinking.selectOption('Low')
  await expect(thinking.getByRole('option')).toHaveCount(6)
  await save.click()
  await expect(settings).toBeHidden()
})
