import { expect, type Page } from 'playwright/test'
import { test } from './journey'

const content = Array.from({ length: 40 }, (_, at) => `строка ${at}\n`).join('')

const CALLS = [
  { name: 'write_file', arguments: { path: 'строки.txt', content } },
  { name: 'run_command', arguments: { command: 'rm -rf build' } },
  { name: 'run_command', arguments: { command: 'if' } },
  { name: 'fetch_url', arguments: { url: 'http://example.org/' } },
  { name: 'edit_file', arguments: { path: 'нет.md', old: 'а', new: 'б' } },
  { name: 'write_file', arguments: { path: 5 } },
  { name: 'fetch_url', arguments: { url: 'ftp://example.org/' } },
]

const PAGES = [
  '/',
  '/inbox',
  '/history',
  '/memory',
  '/skills',
  '/tools',
  '/policy',
  '/usage',
  '/health',
  '/settings',
]

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('whoever reads Russian learns in Russian what waits, what it risks and why it did not run, and no page says a sentence of its own in English', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Сессия' })
  await installation.play(session, [{ calls: CALLS }, { fault: 'overflow' }])
  const tools = await (await page.request.get('/api/tools')).json()
  const ofTools: string[] = tools.items.flatMap((tool: Tool) => [tool.title, tool.description])
  const expectRussian = async (): Promise<void> => {
    const sentences = await englishIn(page)
    const isOfTool = (text: string) => ofTools.some(known => known.includes(text.replace(/…$/, '')))
    const ours = sentences.filter(text => !isOfTool(text) && !OTHERS.test(text))
    expect([page.url(), ours]).toEqual([page.url(), []])
  }
  await page.context().addCookies([{ name: 'countersign-language', value: 'ru', url: installation.url }])
  await page.goto(`/sessions/${session.id}`)
  const dock = page.getByRole('region', { name: 'Ожидающие вызовы' })
  const first = dock.getByRole('group').first()

  // The verbs stand in one row, and leave room for what would change.
  await expect(first.getByRole('button', { name: 'Всё равно одобрить' })).toBeVisible()
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const verbs = ['Отклонить', 'Изменить', 'Ещё', 'Одобрить'].map(name =>
      first.getByRole('button', { name, exact: true }).boundingBox(),
    )
    expect(new Set((await Promise.all(verbs)).map(box => box?.y)).size).toBe(1)
    const lines = await first.getByText(/строка \d/).evaluateAll(countUncovered)
    expect(lines).toBeGreaterThanOrEqual(3)
  }

  await expect(first).toContainText('Создать строки.txt (40 строк)')
  await expect(first).toContainText('Создаёт файл')
  const cardOf = (tool: string) => dock.getByRole('group', { name: tool }).first()
  const openCard = (tool: string) => cardOf(tool).getByRole('button', { name: 'Открыть' }).click()
  await expect(cardOf('run_command')).toContainText('Выполнить rm -rf build')
  await openCard('run_command')
  await expect(cardOf('run_command')).toContainText('Удаляет файлы')
  await expect(cardOf('fetch_url')).toContainText('GET http://example.org/')
  await openCard('fetch_url')
  await expect(cardOf('fetch_url')).toContainText('Без шифрования')
  await expectRussian()
  await page.setViewportSize({ width: 390, height: 844 })
  await dock.getByRole('button', { name: 'Разбор' }).click()
  const review = page.getByRole('dialog', { name: 'Разбор' })
  await review.getByRole('checkbox', { name: 'Прочитано' }).tap()
  const bar = ['Назад', 'Одобрить прочитанные (не до конца: 1)', 'Закрыть'].map(async name => {
    const box = await review.getByRole('button', { name, exact: true }).boundingBox()
    return box && Math.round((box.y + box.height / 2) / 8)
  })
  expect(new Set(await Promise.all(bar)).size, 'the bar of a review is one row').toBe(1)
  await review.getByRole('button', { name: 'Закрыть' }).click()
  await dock.getByRole('button', { name: 'Отклонить все' }).click()
  await dock.getByRole('textbox', { name: 'Причина' }).press('Enter')

  const log = page.getByRole('log')
  await expect(log.getByText('Беседа длиннее, чем может прочитать')).toBeVisible()
  const faulty = log.getByRole('article', { name: 'Вызов write_file' }).filter({ hasText: 'аргументы' })
  await faulty.getByText(/аргументы/).click()
  await expect(faulty).toContainText('Этого аргумента не хватает: добавьте его.')
  await log.getByText('Создать строки.txt (40 строк)').click()
  await expect(log.getByText('Отклонено: Owner.')).toBeVisible()
  await expectRussian()
  await page.getByRole('button', { name: 'Подробности' }).click()
  const inspector = page.getByRole('region', { name: 'Подробности' })
  await inspector.getByRole('tab', { name: 'Запрос' }).click()
  await inspector.getByText('Инструкции', { exact: true }).first().click()
  await expect(inspector.getByText('Как проверяются вызовы')).toBeVisible()
  await expect(inspector).not.toContainText(/Persona|How calls are reviewed|Assistant/)

  const file = await page.request.get(`/api/sessions/${session.id}/export?format=md&lang=ru`)
  const text = await file.text()
  expect(text).toContain('Предложен моделью, высокий риск')
  expect(text).toContain('Отклонено: Owner.')
  expect(text).not.toContain('Denied by')
  for (const place of PAGES) {
    await page.goto(place)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Загрузка…')
    await expectRussian()
  }
})

/** How many of them have nothing before their middle. Runs in the page. */
function countUncovered(elements: Element[]): number {
  const isOnTop = (element: Element): boolean => {
    const { left, top, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 2, top + height / 2))
  }
  return elements.filter(isOnTop).length
}

type Tool = { title: string; description: string }

/** How an unknown browser names itself, and what the model’s provider said. */
const OTHERS = /^Mozilla|«A scripted overflow\.»/

/** Texts with three English words in a row, but for code. */
const englishIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const english = /(?<!\w)(?:[A-Za-z]+(?!\w)[ ,;:]+){2}[A-Za-z]+(?!\w)/
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, code, pre')) texts.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    return [...new Set(texts.map(text => text.trim()).filter(text => english.test(text)))]
  })
