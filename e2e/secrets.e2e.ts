import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, logOf, messageOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

const TOKEN = `ghp_${'aB3dE5gH7j'.repeat(4)}`

test('a secret stands nowhere on the page, and a person may say that it is none', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await installation.write(
    'deploy.env',
    `# production\nHOST=example.com\nGITHUB_TOKEN=${TOKEN}\nPASSWORD=hunter2-x9\n`,
  )
  const read = { name: 'read_file', arguments: { path: 'deploy.env' } }
  const write = { name: 'write_file', arguments: { path: 'copy.env', content: 'TOKEN=⟦secret:1⟧\n' } }
  await installation.play(session, [
    { text: 'I read the **settings** first.', calls: [read] },
    { text: 'I copy the token ⟦secret:1⟧ over.', calls: [write] },
    { text: 'It could not be copied: the token `⟦secret:1⟧` is masked.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  await approve(cardOf(page, 'read_file'))
  await expect(saidIn(page, 'It could not be copied')).toBeVisible()
  const result = page.getByRole('article', { name: 'Call of read_file' })
  await result.getByText('2 secrets masked').click()
  const list = result.getByRole('list', { name: 'Masked secrets' })
  await expect(list.getByText('⟦secret:1⟧')).toBeVisible()
  await expect(list.getByText('Looks like a secret: GitHub token')).toBeVisible()
  await expect(list.getByText('Looks like a secret: Password')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'list')
  await list.getByRole('button', { name: 'Not a secret' }).first().click()
  await expect(list.getByText(/sent unmasked in this session/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await list.getByRole('button', { name: 'Stop masking it' }).click()
  await expect(list.getByText('no longer masked')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await page.content()).not.toContain(TOKEN)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.getByRole('article', { name: 'Call of write_file' }).locator('summary').first().click()
  await expect(page.getByText('Not run: the arguments hold')).toBeVisible()
  await picture(page, 'refused')
  await messageOf(page).fill(`Once more: ${TOKEN}`)
  await messageOf(page).press('Enter')
  await expect(logOf(page).getByText(`Once more: ${TOKEN}`)).toBeVisible()
})
