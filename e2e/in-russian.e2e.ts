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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('several calls leave room for what the current one would change, and its verbs stand in one row', async ({
    page,
    installation,
  }) => {
    const session = await installation.scripted()
    const content = Array.from({ length: 40 }, (_, at) => `строка ${at}\n`).join('')
    const calls = [{ name: 'write_file', arguments: { path: 'строки.txt', content } }, ...CALLS]
    await installation.play(session, [{ calls }])
    await page.goto('/settings')
    await inRussian(page)
    await page.goto(`/sessions/${session.id}`)
    const card = page.getByRole('region', { name: 'Ожидающие вызовы' }).getByRole('group').first()
    await expect(card.getByRole('button', { name: 'Одобрить, не дочитывая' })).toBeVisible()
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const verbs = ['Отклонить', 'Изменить', 'Ещё', 'Одобрить'].map(name =>
        card.getByRole('button', { name, exact: true }).boundingBox(),
      )
      expect(new Set((await Promise.all(verbs)).map(box => box?.y)).size).toBe(1)
      const lines = await card.getByText(/строка \d/).evaluateAll(countUncovered)
      expect(lines).toBeGreaterThanOrEqual(3)
    }
  })
})

/** How many of them have nothing before their middle. Runs in the page. */
function countUncovered(elements: Element[]): number {
  const isOnTop = (element: Element): boolean => {
    const { left, top, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 2, top + height / 2))
  }
  return elements.filter(isOnTop).length
}

const FAULTY = [
  { name: 'edit_file', arguments: { path: 'нет.md', old: 'а', new: 'б' } },
  { name: 'run_command', arguments: { command: 'if' } },
  { name: 'write_file', arguments: { path: 5 } },
  { name: 'fetch_url', arguments: { url: 'ftp://example.org/' } },
]

const PAGES = ['/', '/inbox', '/history', '/memory', '/skills', '/tools', '/usage', '/health', '/settings']

test('no page says a sentence of its own in English to whoever reads Russian', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Сессия' })
  await installation.play(session, [{ calls: FAULTY }, { fault: 'overflow' }])
  const tools = await (await page.request.get('/api/tools')).json()
  const ofTools: string[] = tools.items.flatMap((tool: Tool) => [tool.title, tool.description])
  const expectRussian = async (): Promise<void> => {
    const sentences = await englishIn(page)
    const isOfTool = (text: string) => ofTools.some(known => known.includes(text.replace(/…$/, '')))
    const ours = sentences.filter(text => !isOfTool(text) && !OTHERS.test(text))
    expect([page.url(), ours]).toEqual([page.url(), []])
  }
  await page.goto('/settings')
  await inRussian(page)
  await page.goto(`/sessions/${session.id}`)
  const dock = page.getByRole('region', { name: 'Ожидающие вызовы' })
  await expect(dock.getByText('Команду не удалось разобрать.').first()).toBeVisible()
  await expectRussian()
  await dock.getByRole('button', { name: 'Отклонить', exact: true }).click()
  await dock.getByRole('button', { name: 'Отклонить', exact: true }).last().click()
  const log = page.getByRole('log')
  await expect(log.getByText('Беседа длиннее, чем может прочитать')).toBeVisible()
  const faulty = log.getByRole('article', { name: 'Вызов write_file' })
  await expect(faulty).toContainText('Этого аргумента не хватает: добавьте его.')
  await expectRussian()
  for (const place of PAGES) {
    await page.goto(place)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Загрузка…')
    await expectRussian()
  }
})

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

const steps = (...titles: string[]) => ({
  calls: [{ name: 'update_plan', arguments: { steps: titles.map((title, at) => ({ id: `${at}`, title })) } }],
})

test('whoever asks the demo in Russian is answered in Russian, and finds the causes and parts of the work so', async ({
  page,
  installation,
}) => {
  await page.goto('/settings')
  await inRussian(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Предложить мне' }).click()
  const card = page
    .getByRole('region', { name: 'Ожидающие вызовы' })
    .getByRole('group', { name: 'write_file' })
  await expect(card).toContainText('Подписал его человек.')
  await card.getByRole('button', { name: 'Одобрить', exact: true }).click()
  const log = page.getByRole('log')
  await expect(log.getByText('Сейчас создам countersigned.md.')).toBeVisible()
  await expect(log.getByText('write_file countersigned.md: готово.')).toBeVisible()

  const session = await installation.scripted({ title: 'Сессия' })
  await installation.play(session, [steps('Раз'), steps('Раз', 'Два'), { text: 'Понятно.' }])
  await page.goto(`/sessions/${session.id}`)
  await expect(log.getByText('Понятно.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Инспектор' }).click()
  const inspector = page.getByRole('region', { name: 'Инспектор' })
  await inspector.getByRole('tab', { name: 'План' }).click()
  await expect(inspector).toContainText('причина: агент продолжил работу')
  await inspector.getByRole('tab', { name: 'Запрос' }).click()
  await inspector.getByText('Инструкции', { exact: true }).first().click()
  await expect(inspector.getByText('Как проверяются вызовы')).toBeVisible()
  await expect(inspector).not.toContainText(/Persona|How calls are reviewed|Assistant/)
})
