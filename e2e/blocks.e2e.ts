import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { logOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'
import { openSettings } from './settings'

const sentence = 'The desk is quiet, and the pen lies ready. '
const paragraph = (name: string): string => `${name}. ${sentence.repeat(21)}End of ${name}.`
const code = `\`\`\`js\n${'const a = [1, 2, 3]\n'.repeat(60)}\`\`\``
const reply = [paragraph('One'), paragraph('Two'), code, paragraph('Three')].join('\n\n')

/** Keeps what the article of the agent said each time that it changed. */
const watchArticle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const articles = [...document.querySelectorAll('[role=log] article')]
      const article = articles.find(one => one.querySelector('.speaker')?.textContent === 'Agent')
      const text = article?.textContent ?? ''
      if (text !== '' && text !== seen.at(-1)) seen.push(text)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

const seenBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { seen: string[] }).seen)

test('a session whose replies come in blocks shows whole paragraphs, and code that is cut stays code', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Calm replies' })
  await page.goto(`/sessions/${session.id}`)
  const settings = await openSettings(page, 'Calm replies')
  const choices = settings.getByRole('group', { name: 'Replies on their way' })
  await expect(choices.getByRole('radio', { name: /^As they are written/ })).toBeChecked()
  await choices.getByRole('radio', { name: /^In blocks A/ }).check()
  await choices.scrollIntoViewIfNeeded()
  await expectAccessible(page, 'dialog')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings).toBeHidden()
  await watchArticle(page)
  await installation.play(session, [{ text: reply, chunkMs: 4 }])
  await expect(saidIn(page, 'End of One.')).toBeVisible()
  await expect(saidIn(page, 'End of Three.')).toBeVisible()
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  await expect(logOf(page).locator('pre')).toHaveCount(1)
  await picture(page, 'blocks')
  expect((await seenBy(page)).length).toBeLessThan(20)
  await installation.play(session, [{ text: reply, fault: 'hang' }])
  await expect(saidIn(page, 'End of Three.')).toHaveCount(2)
  await expect(logOf(page).locator('pre'), 'one that is whole, and one that is cut').toHaveCount(1 + 2)
})
