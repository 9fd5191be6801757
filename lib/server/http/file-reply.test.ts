import { expect, test } from 'vitest'
import { fileName } from './file-reply'

test.each([
  ['Release notes', 'Release-notes', 'Release-notes'],
  ['../../etc/passwd', 'etc-passwd', 'etc-passwd'],
  ['-rf *', 'rf', 'rf'],
  ['"; filename="evil.exe', 'filename-evil-exe', 'filename-evil-exe'],
  ['a\r\nSet-Cookie: x', 'a-Set-Cookie-x', 'a-Set-Cookie-x'],
  ['Заметки к выпуску', 'Заметки-к-выпуску', 'session'],
  ['\u202Egnp.exe', 'gnp-exe', 'gnp-exe'],
  ['NUL', 'session', 'session'],
  ['', 'session', 'session'],
  ['\uD800', 'session', 'session'],
  ['x'.repeat(200), 'x'.repeat(60), 'x'.repeat(60)],
])('%j is saved as %s', (title, full, plain) => {
  expect(fileName(title, '-0a.md')).toEqual({ full: `${full}-0a.md`, plain: `${plain}-0a.md` })
})
