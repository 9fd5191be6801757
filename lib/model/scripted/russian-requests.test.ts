import { describe, expect, test } from 'vitest'
import { type DemoRequest, demoLanguage, readDemoMessage } from './demo-requests'

const create = (path: string, content: string): DemoRequest => ({ kind: 'create', path, content })
const read = (path: string): DemoRequest => ({ kind: 'read', path })
const list = (path?: string): DemoRequest => ({ kind: 'list', ...(path ? { path } : {}) })
const replace = (old: string, to: string, all = false) => ({
  kind: 'replace' as const,
  path: 'notes.md',
  old,
  new: to,
  all,
})

describe('one request', () => {
  test.each<[string, DemoRequest]>([
    ['Создай notes.md с текстом «Привет»', create('notes.md', 'Привет')],
    ['создай notes.md с текстом Привет', create('notes.md', 'Привет')],
    ['Пожалуйста, создайте файл заметки.md с содержимым: купить хлеб', create('заметки.md', 'купить хлеб')],
    [
      'Создай файл с именем заметки с текстом "Раз, и покажи файлы"',
      create('заметки', 'Раз, и покажи файлы'),
    ],
    ['Создай пустой файл план.md', create('план.md', '')],
    ['Можешь создать notes.md с текстом Привет?', create('notes.md', 'Привет')],
    ['Нужно создать notes.md с текстом Привет', create('notes.md', 'Привет')],
    ['Привет, создай файл notes.md, в котором написано «Раз»', create('notes.md', 'Раз')],
    ['Создай a.md и напиши в него «Раз»', create('a.md', 'Раз')],
    ['создай список.md с текстом:\n- хлеб\n- молоко', create('список.md', '- хлеб\n- молоко')],
    ['прочитай notes.md', read('notes.md')],
    ['Прочитай, пожалуйста, notes.md.', read('notes.md')],
    ['Покажи мне содержимое файла docs/план.md', read('docs/план.md')],
    ['Что в notes.md?', read('notes.md')],
    ['открой README', read('README')],
    ['Покажи файлы', list()],
    ['Какие есть файлы?', list()],
    ['Перечисли файлы в src', list('src')],
    ['покажи файлы в рабочей папке', list()],
    ['покажи содержимое папки docs', list('docs')],
    ['ещё раз покажи файлы', list()],
    ['Замени хлеб на масло в notes.md', replace('хлеб', 'масло')],
    ['замените слово «раз два» на «три» в файле notes.md, пожалуйста', replace('раз два', 'три')],
    ['В notes.md замени все а на б', replace('а', 'б', true)],
    ['Добавь «ещё строку» в конец notes.md', { kind: 'append', path: 'notes.md' }],
    ['допиши Привет в файл notes.md', { kind: 'append', path: 'notes.md' }],
  ])('%j', (text, expected) => {
    expect(readDemoMessage(text)).toEqual({ requests: [expected], leftovers: [] })
  })
})

test.each<[string, DemoRequest[], string[]]>([
  [
    'Создай plan.md с текстом «План» и создай todo.md с текстом «Дела»',
    [create('plan.md', 'План'), create('todo.md', 'Дела')],
    [],
  ],
  [
    'Создай a.md с текстом соль и перец, потом прочитай b.md и покажи файлы. Спасибо!',
    [create('a.md', 'соль и перец'), read('b.md'), list()],
    [],
  ],
  ['1. прочитай a.md и b.md\n2. покажи файлы', [read('a.md'), read('b.md'), list()], []],
  ['Прочитай a.md и перескажи его', [read('a.md')], ['и перескажи его']],
  ['Не читай a.md. Прочитай b.md.', [read('b.md')], ['Не читай a.md.']],
])('of %j all is read, and what is not is left over', (text, requests, leftovers) => {
  expect(readDemoMessage(text)).toEqual({ requests, leftovers })
})

test.each([
  'привет',
  'Что ты умеешь?',
  'Не создавай notes.md с текстом Привет',
  'Как создать notes.md с текстом Привет?',
  'Вчера я просил создать notes.md',
  'Напиши стихотворение',
  'Прочитай мне сказку',
  'Покажи, как это работает',
  'Прочитай https://example.com/notes.md',
  'Удали notes.md',
  'Замени батарейки',
  '«создай notes.md с текстом Привет»',
])('%j is no request', text => {
  expect(readDemoMessage(text).requests).toEqual([])
  expect(demoLanguage(text)).toBe('ru')
})

test.each(['Create notes.md with Привет', 'привет! Create notes.md with Hello', 'hello', '', '123'])(
  '%j is English',
  text => expect(demoLanguage(text)).toBe('en'),
)
