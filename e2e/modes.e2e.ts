import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { cardOf, logOf } from './dock'
import { test } from './journey'
import { picture } from './picture'
import { write } from './reading-on'

test('the menu of modes leads to the rule that lets calls pass, and mode Full runs calls until it is ended', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const matchers = [{ argument: '/path', kind: 'exact', value: 'notes/today.md' }]
  const scope = { scope: 'session', sessionId: session.id }
  await installation.ask('POST', '/api/rules', { effect: 'allow', tool: 'write_file', matchers, ...scope })
  await page.goto(`/sessions/${session.id}`)
  const chip = page.getByRole('button', { name: 'Mode', exact: true })
  await expect(chip).toHaveAccessibleDescription('Ask · 1 rule')
  await chip.click()
  await expectAccessible(page)
  await picture(page, 'menu')
  await page.getByRole('menuitem', { name: 'Show the rule' }).click()
  const rule = page.getByRole('article').filter({ hasText: 'write_file' })
  await expect(rule).toBeFocused()
  await rule.getByRole('button', { name: 'Turn off' }).click()
  await expect(rule.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await page.goBack()
  await expect(chip).toHaveAccessibleDescription('Ask')

  await chip.click()
  await page.getByRole('menuitemradio', { name: 'For 15 minutes' }).click()
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText(/^Full for 1[45]:\d\d$/)
  const text = await timer.textContent()
  await expect(timer).not.toHaveText(text ?? '')
  await installation.play(session, [{ calls: [write('a.txt', 'A')] }, { text: 'Written.' }])
  await expect(logOf(page).getByRole('article', { name: 'Agent' }).last()).toContainText('Written.')
  expect(await installation.read('a.txt')).toBe('A')
  await expectAccessible(page)
  await picture(page, 'full')
  await page.getByRole('button', { name: 'End now' }).click()
  await expect(timer).toHaveCount(0)
  await expect(chip).toHaveAccessibleDescription('Ask')
  await installation.play(session, [{ calls: [write('b.txt', 'B')] }, { text: 'Done.' }])
  await expect(cardOf(page, 'write_file')).toBeVisible()
})
