import { expect, type Page } from 'playwright/test'
import { test } from './journey'

const CALLS = [
  { name: 'write_file', arguments: { path: 'заметки.md', content: 'Раз\nДва\n' } },
  { name: 'run_command', arguments: { command: 'rm -rf build' } },
  { name: 'fetch_url', arguments: { url: 'http://example.org/' } },
]

const inRussian = (page: Page) =>
  page.context().addCookies([{ name: 'countersign-language', value: 'ru', url: new URL(page.url()).origin }])

test('whoever reads Russian learns in Russian what waits, what it risks, and why it did not run', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await installation.play(session, [{ calls: CALLS }, { text: 'Понятно.' }])
  await page.goto('/settings')
  await inRussian(page)
  await page.goto(`/sessions/${session.id}`)
  const dock = page.getByRole('region', { name: 'Ожидающие вызовы' })
  const cardOf = (tool: string) => dock.getByRole('group', { name: tool })
  const openCard = (tool: string) => cardOf(tool).getByRole('button', { name: 'Открыть' }).click()
  await expect(cardOf('write_file')).toContainText('Создать заметки.md (2 строки)')
  await expect(cardOf('write_file')).toContainText('Создаёт файл')
  await expect(cardOf('run_command')).toContainText('Выполнить rm -rf build')
  await openCard('run_command')
  await expect(cardOf('run_command')).toContainText('Удаляет файлы')
  await expect(cardOf('fetch_url')).toContainText('GET http://example.org/')
  await openCard('fetch_url')
  await expect(cardOf('fetch_url')).toContainText('Без шифрования')
  await expect(dock).not.toContainText(/Create|Creates|Deletes|encrypted/)
  const sessions = page.getByRole('navigation', { name: 'Сессии' })
  await expect(sessions).toContainText('Создать заметки.md (2 строки)')

  await dock.getByRole('button', { name: 'Отклонить все' }).click()
  const log = page.getByRole('log')
  await expect(log.getByText('Понятно.', { exact: true })).toBeVisible()
  await log.getByText('Создать заметки.md (2 строки)').click()
  await expect(log.getByText('Отклонено: Owner.')).toBeVisible()

  const file = await page.request.get(`/api/sessions/${session.id}/export?format=md&lang=ru`)
  const text = await file.text()
  expect(text).toContain('Предложен моделью, высокий риск')
  expect(text).toContain('Отклонено: Owner.')
  expect(text).not.toContain('Denied by')
})
