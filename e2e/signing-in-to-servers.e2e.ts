import { expect } from 'playwright/test'
import { openGuardedServer } from '@/lib/tools/servers/testing/guarded-server'
import { expectAccessible } from './accessible'
import { test as journey } from './journey'
import { picture } from './picture'

/** By its name `localhost` it is another site than the page, whose cookie does not come along from there. */
const test = journey.extend<{ desk: Awaited<ReturnType<typeof openGuardedServer>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  desk: async ({}, use) => {
    const desk = await openGuardedServer({ host: 'localhost' })
    await use(desk)
    desk.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expected: async ({}, use) =>
    use([/^Request to http:\/\/localhost:\d+\//, /422 \(Unprocessable/, /404 \(Not Found/]),
})

test('whoever is sent away to sign in to a server comes back, refused or signed in, and finds its tools', async ({
  page,
  installation,
  desk,
}) => {
  await page.goto('/tools')
  await page.getByRole('button', { name: 'Add a server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a server' })
  await dialog.getByRole('tab', { name: 'Form' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('desk')
  await dialog.getByRole('radio', { name: 'Remote URL' }).check()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(desk.url)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const servers = page.getByRole('region', { name: 'MCP servers' })
  const server = servers.getByRole('article', { name: 'desk', exact: true })
  await expect(server).toContainText('Sign-in required')
  await expectAccessible(page)
  await picture(page, 'sign-in')
  const signIn = server.getByRole('button', { name: 'Sign in' })
  await signIn.click()
  await page.getByRole('link', { name: 'Refuse' }).click()
  await expect(servers).toContainText('The server did not sign you in: access_denied: No tea for you')
  expect(page.url()).toBe(`${installation.url}/tools`)
  await signIn.click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await expect(server).toContainText('Connected')
  await expect(signIn).toBeHidden()
  await expect(page.getByRole('article', { name: 'desk__tea' })).toBeVisible()
  expect(page.url()).toBe(`${installation.url}/tools`)
})
