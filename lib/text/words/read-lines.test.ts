import { expect, test } from 'vitest'
import { planChangeCause } from '@/lib/context/correction'
import { translated, type Words } from './phrase'
import { readCause, readLines } from './read-lines'

const inRussian = (words: Words | undefined) => words && translated('ru', words)

test.each([
  [planChangeCause([], true), 'агент спланировал работу'],
  [planChangeCause([], false), 'агент продолжил работу'],
  [planChangeCause(['Keep it short; you know.'], false), 'вы сказали: Keep it short; you know'],
  [
    planChangeCause(['Changed write_file: path from "a" to "b"; mode from nothing to 1.'], false),
    'вы изменили вызов write_file: path: "a" → "b"; mode: ничего → 1',
  ],
  [
    planChangeCause(['Changed write_file: how its arguments are written.'], false),
    'вы изменили запись аргументов вызова write_file',
  ],
  [
    planChangeCause(['Denied fetch_url: no\nRan peek in the place of write_file.'], false),
    'вы отклонили fetch_url: no; вместо write_file вы выполнили peek',
  ],
  [
    'you changed the plan: removed “A”; set “B” to done; changed the order',
    'вы изменили план: убран шаг «A»; шаг «B» готов; изменён порядок',
  ],
])('the cause %j is told in Russian', (because, russian) => {
  expect(inRussian(readCause(because))).toBe(russian)
})

test('a cause that cannot be read back whole stays as it is', () => {
  expect(readCause('you denied fetch_url; you changed the plan: something else')).toBeUndefined()
})

test.each([
  ['Sent nothing of the kind', undefined],
  [
    'mail.example: It took longer than 30 s. Nothing was sent.',
    'mail.example: Это длилось дольше 30 с. Ничего не отправлено.',
  ],
  [
    'mail.example: 550 no such user. Nothing was sent.',
    'mail.example: 550 no such user. Ничего не отправлено.',
  ],
  [
    'The host refuses the connection. Nothing was sent.',
    'Хост не принимает соединение. Ничего не отправлено.',
  ],
  [
    'The server’s environment has no HOOK, which this channel needs.',
    'В окружении сервера нет переменных, нужных этому каналу: HOOK.',
  ],
  ['HTTP 302 Redirects are not followed.', 'HTTP 302 По перенаправлениям сообщения не идут.'],
])('of a channel: %s', (text, russian) => {
  expect(inRussian(readLines(text, ['delivery']))).toBe(russian)
})

test.each([
  ['spawn uvx ENOENT', 'Не удалось запустить uvx: такой программы нет.'],
  [
    'The connection ended. It last wrote: no key',
    'Соединение закончилось. Последнее, что он написал: no key',
  ],
  ['Its list of tools has no end.', 'Список инструментов у него не кончается.'],
  ['Its list of prompts cannot be had: no', 'Список заготовок не получен: no'],
  [
    'The tool peek was left out: it is described in another way at every listing.',
    'Без инструмента peek: при каждом запросе списка он описан по-другому.',
  ],
  [
    'The tool peek was left out: inputSchema Invalid input\nsomething of its own',
    'Без инструмента peek: inputSchema Invalid input\nsomething of its own',
  ],
])('of a server of tools: %s', (text, russian) => {
  expect(inRussian(readLines(text, ['toolServer']))).toBe(russian)
})
