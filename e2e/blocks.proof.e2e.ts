import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { logOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'
import { openSettings } from './settings'

const sentence = 'The desk is quiet, and the pen lies ready. '
const paragraph = (name: string): string => `${name}. ${sentence.repeat(21)}End of ${name}.`
const code = `\`\`\`js\n${'const a = [1, 2, 3]\n'.repeat(60)}\`\`\``
const reply = [paragraph('One'), paragraph('Two'), code, paragraph('Three')].join('\n\n')

/** Records the text of the agent's article each time that it changes. */
const watchArticle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts: string[] = []
    Object.assign(window, { texts })
    new MutationObserver(() => {
      const articles = [...document.querySelectorAll('[role=log] article')]
      const article = articles.find(one => one.matches('[data-speaker=agent]'))
      const text = article?.textContent ?? ''
      if (text !== '' && text !== texts.at(-1)) texts.push(text)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

const articleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { texts: string[] }).texts)

test('a session whose replies come in blocks shows whole paragraphs, and code that is cut stays code', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Calm replies' })
  await page.goto(`/sessions/${session.id}`)
  const settings = await openSettings(page, 'Calm replies')
  await settings.getByText('Advanced', { exact: true }).click()
  const choices = settings.getByRole('group', { name: 'How replies appear' })
  await expect(choices.getByRole('radio', { name: /^As they are written/ })).toBeChecked()
  await choices.getByRole('radio', { name: /^In blocks 800/ }).check()
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
  expect((await articleTexts(page)).length).toBeLessThan(20)
  await installation.play(session, [{ text: reply, fault: 'hang' }])
  await expect(saidIn(page, 'End of Three.')).toHaveCount(2)
  await expect(logOf(page).locator('pre'), 'one that is whole, and one that is cut').toHaveCount(1 + 2)
})
