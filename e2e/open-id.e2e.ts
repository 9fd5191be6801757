import { expect } from 'playwright/test'
import { freePort } from '@/test/http/free-port'
import { CLIENT, startIssuer } from '@/test/http/open-id-issuer.mjs'
import { expectAccessible } from './accessible'
import { approve, cardOf, dockOf, logOf } from './dock'
import { Installation } from './installation'
import { test } from './journey'
import { write } from './reading-on'

test('two people sign in by an issuer that was away at first: one decides, the other may only read', async ({
  browser,
}) => {
  const port = await freePort()
  const own = await Installation.open({
    COUNTERSIGN_OIDC_ISSUER: `http://localhost:${port}`,
    COUNTERSIGN_OIDC_CLIENT_ID: CLIENT.clientId,
    COUNTERSIGN_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    COUNTERSIGN_OIDC_ROLES: 'ann@example.com=reviewer,@example.com=viewer',
  })
  const account = (name: string) => ({ name, email: `${name}@example.com`, email_verified: true })
  const accounts = { ann: account('ann'), vic: account('vic') }
  const session = await own.scripted()
  await own.play(session, [{ calls: [write('a.txt', 'A')] }, { text: 'Done.' }])
  const by = { name: `Sign in with localhost:${port}` }
  const arrives = async () => {
    const page = await (await browser.newContext({ baseURL: own.url })).newPage()
    await page.goto(`/sessions/${session.id}?x=1&y=2`)
    await page.getByRole('link', by).click()
    return page
  }
  const ann = await arrives()
  await expect(ann.getByRole('alert').getByText('cannot be reached')).toBeVisible()
  await expectAccessible(ann)
  const end = await startIssuer({ port, returnUrl: `${own.url}/api/issuer/return`, accounts })
  try {
    await ann.getByRole('link', by).click()
    const vic = await arrives()
    for (const [page, login] of [[ann, 'ann'] as const, [vic, 'vic'] as const]) {
      await page.getByLabel('Name').fill(login)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await expect(cardOf(vic, 'write_file')).toContainText('Only reviewers and owners can decide')
    await expect(dockOf(ann).getByText('vic has this open, too')).toBeVisible()
    await expect(ann).toHaveURL(`${own.url}/sessions/${session.id}?x=1&y=2`)
    await expect(vic.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expect(vic.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
    await vic.goto('/sessions/new')
    await expect(vic.getByRole('region', { name: 'Recent sessions' })).toBeVisible()
    await expect(vic.getByRole('main').getByRole('button')).toHaveCount(0)

    // Somebody whose sign-in ended goes on where they were, after they signed in again in another tab.
    await own.touch('DELETE FROM "AuthSession"')
    const dialog = ann.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog).toBeVisible()
    const tab = await ann.context().newPage()
    await tab.goto('/settings')
    await tab.getByRole('link', by).click()
    await expect(tab.getByText('ann@example.com')).toBeVisible()
    await ann.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(dialog).toBeHidden()
    await approve(cardOf(ann, 'write_file'))
    await expect(logOf(ann).getByText('Approved by ann')).toBeVisible()
  } finally {
    end()
    await own.close()
  }
})
