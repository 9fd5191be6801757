import { expect } from 'playwright/test'
import { logOf, messageOf, saidIn } from './dock'
import { test } from './journey'

test('what the agent says appears while it says it, and meanwhile somebody sends, takes back, queues and stops', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: 'Slowly. '.repeat(400), chunkMs: 60 }])
  await expect(saidIn(page, /^Slowly/)).toBeVisible()
  await expect(page.getByText('Writing…')).toBeVisible()
  const message = messageOf(page)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const queue = page.getByRole('list', { name: 'Queued messages' })
  await expect(send).toBeHidden()
  await message.fill('One more thing')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await expect(send).toBeVisible()
  await message.press('Enter')
  await expect(queue.getByText('One more thing')).toBeVisible()
  await expect(message).toHaveValue('')
  await page.reload()
  await queue.getByRole('button', { name: 'Take back' }).click()
  await expect(queue).toBeHidden()
  await expect(logOf(page).getByText('One more thing')).toBeHidden()
  await page.getByRole('button', { name: 'While running' }).click()
  await page.getByRole('menuitemradio', { name: /^Send after(?!,)/ }).click()
  await message.fill('And then this')
  await expect(send).toHaveAccessibleDescription(/new run/)
  await message.press('Enter')
  await expect(queue).toContainText('Starts after this run.')

  // It is there once, and all the time, as it turns from words on their way into a message.
  await expect(saidIn(page, /^Slowly/)).toBeVisible()
  const times = await logOf(page).evaluateHandle(log => {
    const found: number[] = []
    const look = (): void => {
      const said = [...log.querySelectorAll('article')].filter(({ textContent }) =>
        textContent.startsWith('AgentSlowly'),
      )
      found.push(said.length)
    }
    new MutationObserver(look).observe(log, { childList: true, subtree: true, characterData: true })
    return found
  })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(logOf(page).getByText('Stopped by you.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await expect(queue).toBeHidden()
  expect(new Set(await times.jsonValue())).toEqual(new Set([1]))
})
