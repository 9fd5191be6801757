import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { type CodedText, phrase, plain, translated } from './phrase'

const LIST = { code: 'file.several', params: { count: 9, more: 1 } } as const

table<[CodedText, string, string]>([
  [{ code: 'file.create', params: { path: 'a', lines: 0 } }, 'Create a (empty)', 'Создать a (пустой)'],
  [
    { code: 'file.remove', params: { path: 'a', lines: 1200 } },
    'Remove a (1,200 lines)',
    'Удалить a (1 200 строк)',
  ],
  [
    { code: 'file.copy', params: { from: 'a', to: 'b', bytes: 1234567 } },
    'Copy a to b (1,234,567 bytes)',
    'Скопировать a в b (1 234 567 байт)',
  ],
  [
    { code: 'file.read', params: { path: 'a', line: 1, column: 5000, most: 2 } },
    'Read a from line 1, column 5000, at most 2 lines',
    'Прочитать a со строки 1, с позиции 5000, не больше 2 строк',
  ],
  [{ code: 'file.read', params: { path: 'a', line: 0, column: 0, most: 0 } }, 'Read a', 'Прочитать a'],
  [
    {
      code: 'file.search',
      params: { pattern: 'x', isByEnding: 'no', ending: '', isInFolder: 'yes', path: 'src' },
    },
    'Search all files in src for x',
    'Найти x во всех файлах в папке src',
  ],
  [
    { code: 'command.run', params: { command: 'ls', lines: 3, isInFolder: 'yes', path: 'd', seconds: 1 } },
    'Run ls … (3 lines) in d (timeout 1 s)',
    'Выполнить ls … (3 строки) в папке d (не дольше 1 с)',
  ],
  [
    { ...LIST, parts: [{ code: 'file.isGone', params: { path: 'a' } }, { code: 'file.allSame' }] },
    '9 files: a is gone already; No change: the files already have this content; and 1 more',
    '9 файлов: a уже нет; Без изменений: в файлах это уже есть; и ещё 1',
  ],
  [
    {
      code: 'plain.lines',
      joint: 'lines',
      parts: [
        {
          code: 'correction.changed',
          params: { tool: 'write_file' },
          parts: [{ code: 'correction.value', params: { name: 'path', before: '"a"', after: '"b"' } }],
        },
        plain('Be careful; please'),
      ],
    },
    'Changed write_file: path from "a" to "b".\nBe careful; please',
    'Вызов write_file изменён: path: "a" → "b".\nBe careful; please',
  ],
  [
    { code: 'result.wasRunning', params: { ending: 'timeLimit' } },
    'It was running when the run reached its time limit; it may or may not have happened.',
    'Вызов выполнялся, когда у запуска вышло время; неизвестно, состоялся ли он.',
  ],
  [
    { code: 'result.notRun', params: { ending: 'ended' } },
    'Not run: the run ended.',
    'Не запущено: запуск закончился.',
  ],
  [
    { code: 'notice.loopTold', parts: [{ code: 'loop.sameCall', params: { count: 3 } }] },
    'This was the same call 3 times in a row, with the same result each time. The model was warned.',
    'Один и тот же вызов подряд, уже 3-й раз, с одним и тем же результатом. Модель предупреждена.',
  ],
  [
    { code: 'notice.tokenLimit', params: { limit: 10_000, used: 12_345 } },
    'Stopped: limit of 10,000 tokens reached (12,345 used).',
    'Остановлено: достигнут предел 10 000 токенов (израсходовано 12 345).',
  ],
  // As older versions have stored it, without who did it.
  [{ code: 'risk.changedSince' }, 'Changed since; stays as it is', 'С тех пор изменён, остаётся как есть'],
])('is said in both languages', (codedText, english, russian) => {
  expect(phrase(codedText)).toBe(english)
  expect(translated('en', codedText)).toBe(english)
  expect(translated('ru', codedText)).toBe(russian)
})

test('what is put in is no message: braces, tags and quotes in it stay as they are', () => {
  const path = `{path} <b>'{lines, plural, other {#}}'</b> #`
  expect(translated('ru', { code: 'file.isFolder', params: { path } })).toBe(`Папка ${path} уже есть`)
})

test.each(['file', 'file.', 'file.newer', 'newer.file', 'file.toString', '__proto__.x', 'constructor.name'])(
  'the code %j is none',
  code => {
    expect(translated('ru', { code })).toBeNull()
    expect(translated('en', { ...LIST, parts: [{ code }] })).toBeNull()
  },
)

test('what is put in may be said in the language as well', () => {
  const who = { code: 'failure.elsewhere', params: { name: { code: 'failure.server' }, url: 'http://a/v1' } }
  const codedText = { code: 'failure.overloaded', params: { who, status: 529 } }
  expect(translated('en', codedText)).toBe('The server at http://a/v1 is overloaded (529).')
  expect(translated('ru', codedText)).toBe('Сервер по адресу http://a/v1: перегрузка (529).')
  expect(
    translated('ru', { ...codedText, params: { who: { code: 'newer.name' }, status: 'none' } }),
  ).toBeNull()
})
