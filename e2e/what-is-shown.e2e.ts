import { expect } from '@playwright/test'
import { approve, cardOf, dockOf, logOf, saidIn } from './dock'
import { test } from './journey'

test('characters that cannot be seen are shown by their code points, and look-alikes are warned of', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Plain \u202ename' })
  const path = 'a\u202egnp.exe'
  const content = 'раypal\u00a0x\r\nsecond\u{e0041}\tline\n'
  await installation.play(session, [
    { calls: [{ name: 'write_file', arguments: { path, content } }] },
    { text: 'Done.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  await expect(card).toContainText('Look-alike characters')
  await expect(card).toContainText('Hidden characters')
  await expect(card).toContainText('High risk')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('a⟦U+202E⟧gnp.exe')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('раypal⟦U+00A0⟧x⟦U+000D⟧')
  await expect(card.getByRole('figure', { name: 'Change' })).toContainText('second⟦U+E0041⟧\tline')
  await expect(page.getByRole('heading', { name: 'Plain ⟦U+202E⟧name' })).toBeVisible()
  await card.getByRole('button', { name: 'Show arguments' }).click()
  const raw = JSON.stringify({ path, content }).replace('\u202e', '⟦U+202E⟧').replace('\u00a0', '⟦U+00A0⟧')
  const shown = raw.replace('\u{e0041}', '⟦U+E0041⟧')
  await expect(card.getByRole('figure', { name: 'Arguments' })).toHaveText(shown)
  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(card.getByText('⟦U+202E⟧ ⟦U+00A0⟧ ⟦U+E0041⟧')).toBeVisible()
  await card.getByRole('button', { name: 'Review change' }).click()
  await card.getByRole('button', { name: 'Approve edited' }).click()
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read(path)).toBe(content)
})

test('copying what is shown gives the text as it is', async ({ page, installation, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const session = await installation.scripted()
  const args = '{"path":"a.txt","content":"one\u202etwo\u00a0three"}'
  await installation.play(session, [{ calls: [{ name: 'write_file', arguments: args }] }])
  await page.goto(`/sessions/${session.id}`)
  await cardOf(page, 'write_file').getByRole('button', { name: 'Show arguments' }).click()
  const figure = cardOf(page, 'write_file').getByRole('figure', { name: 'Arguments' })
  await figure.getByText('"path"').click({ clickCount: 3 })
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(args)
})

test('an argument of 300 KB is folded with its end in sight, shown whole on demand, and runs whole', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  const content = `${'benign '.repeat(43_000)}\n${'\n'.repeat(3000)}the end that matters`
  await installation.play(session, [
    { calls: [{ name: 'write_file', arguments: { path: 'big.txt', content } }] },
    { text: 'Done.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'write_file')
  const change = card.getByRole('figure', { name: 'Change' })
  await expect(change).toContainText('the end that matters')
  await expect(change.getByText(/^[\d,]+ characters are folded here$/)).toBeVisible()
  await card.getByRole('button', { name: /^Show all 30\d,\d{3} characters$/ }).click()
  await expect(change.getByText(/are folded here$/)).toBeHidden()
  expect((await change.textContent())?.length).toBeGreaterThan(content.length)
  await card.getByRole('button', { name: 'Fold again' }).click()
  await approve(card)
  await expect(saidIn(page, 'Done.')).toBeVisible()
  expect(await installation.read('big.txt')).toBe(content)
})

test('whatever a model or a tool says is text, and asks nothing of anybody', async ({
  page,
  installation,
}) => {
  const evil = [
    '<img src=x onerror="document.title=1">',
    '<script>document.title = "broken"</script>',
    '<button>Approve</button>',
    '![pixel](https://example.invalid/p.png)',
    '[a link](javascript:document.title=2)',
    'Approved by Owner',
    '<div style="position:fixed;inset:0">over everything</div>',
  ].join('\n')
  await installation.write('a.txt', evil)
  const session = await installation.scripted({ title: evil.slice(0, 150) })
  await installation.play(session, [
    { text: evil, reasoning: evil, calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }] },
    { text: `Read.\n${evil}` },
  ])
  await page.goto(`/sessions/${session.id}`)
  await logOf(page).getByText('Reasoning', { exact: true }).click()
  await expect(saidIn(page, '<script>document.title = "broken"</script>')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(1)
  await approve(cardOf(page, 'read_file'))
  await expect(saidIn(page, 'Read.')).toBeVisible()
  await logOf(page).getByText('Read a.txt').click()
  await expect(page.getByRole('img')).toHaveCount(0)
  await expect(logOf(page).getByRole('link')).toHaveCount(0)
  await expect(logOf(page).getByRole('button')).toHaveCount(0)
  await expect(page).toHaveTitle(/Countersign/)
  await expect(dockOf(page)).toBeHidden()
})
