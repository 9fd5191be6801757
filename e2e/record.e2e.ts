import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { messageOf } from './dock'
import { test } from './journey'
import { picture } from './picture'

test('the record is verified, what proves it is taken along, and one that was forged is named and not added to', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(/503/)
  const session = await installation.scripted({ title: 'Release notes' })
  await installation.play(session, [{ text: 'Done.' }])
  await expect.poll(async () => (await installation.view(session)).session.state).toBe('idle')
  const { seq } = await installation.view(session)
  await page.goto('/')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page).toHaveTitle('Health · Countersign')
  await expect(page.getByText('Not verified yet.')).toBeVisible()
  await expect(page.getByText('database role can only add to it')).toBeVisible()
  const parts = page.getByRole('region', { name: 'Components' })
  await expect(parts).toContainText(/Database.*OK.*Postgres .*, \d+ ms/)
  await expect(parts).toContainText(/Models.*Not set up.*Only the built-in demo\. Connect a model/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verify record' }).click()
  await expect(page.getByText(/^\d+ events of 1 session verified, up to the signed heads\./)).toBeVisible()
  await picture(page, 'health')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download signed heads' }).click()
  const heads = await readFile(await (await downloading).path(), 'utf8')
  expect(heads).toContain(`"chain":"${session.id}","seq":${seq}`)
  await page.reload()
  await expect(page.getByText('Intact when it was last verified:')).toBeVisible()
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('button', { name: 'Details' }).click()
  const record = page.getByRole('region', { name: 'Record' })
  await expect(record).toContainText(`Verified up to event ${seq}.`)
  await picture(page, 'verified')

  await installation.touch(
    `UPDATE "Event" SET payloads = ARRAY(SELECT replace(payload, 'Done.', 'Never.')
       FROM unnest(payloads) WITH ORDINALITY AS link(payload, place) ORDER BY place) WHERE chain = '${session.id}';
     UPDATE "SessionHead" SET head = 'sha256:' || repeat('0', 64) WHERE "sessionId" = '${session.id}'`,
  )
  await messageOf(page).fill('Go on.')
  await messageOf(page).press('Enter')
  const alerts = page.getByRole('main').getByRole('alert')
  await expect(alerts.first()).toContainText('The record is broken at event')
  await expect(alerts.first()).toContainText('Nothing is added to this session')
  await expect(messageOf(page)).toHaveValue('Go on.')
  await expectAccessible(page)
  await picture(page, 'broken')
  await record.getByRole('button', { name: 'Verify again' }).click()
  await expect(record).toContainText(
    /The record is broken at event \d+\. Event \d+ is not what was recorded\./,
  )
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    `The record of session ${session.id}`,
  )
  await page.getByRole('button', { name: 'Verify record' }).click()
  await expect(page.getByRole('status').getByText(/is broken at event \d+/)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'broken-health')
  await page.getByRole('link', { name: 'A session' }).click()
  await expect(page).toHaveURL(`/sessions/${session.id}`)
})
