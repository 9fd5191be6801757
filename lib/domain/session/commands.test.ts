import { expect } from 'vitest'
import { table } from '@/test/table'
import { asMessage, COMMANDS, helpCode, readCommand, usageOf } from './commands'

/** What is sent; how it is read; how it is sent so that it reaches the model. */
table<[string, string, string]>([
  ['Hello', 'message Hello', 'Hello'],
  ['a /new', 'message a /new', 'a /new'],
  ['/new', 'command new |', '//new'],
  ['  /NEW ', 'command new |', '  //NEW '],
  ['/mode  full 15m \n', 'command mode |full 15m', '//mode  full 15m \n'],
  ['/compact\nKeep\nit', 'command compact |Keep\nit', '//compact\nKeep\nit'],
  ['/etc/hosts is', 'unknown etc/hosts', '//etc/hosts is'],
  ['/', 'unknown ', '//'],
  ['//new', 'plain /new', '///new'],
  [' //x', 'plain  /x', ' ///x'],
  ['/skill:notes do', 'message /skill:notes do', '/skill:notes do'],
])(
  'a text that begins with a slash is a command, an unknown word, or for the model',
  (text, read, asText) => {
    const sent = readCommand(text)
    const told =
      sent.kind === 'command'
        ? `command ${sent.command.name} |${sent.argument}`
        : sent.kind === 'unknown'
          ? `unknown ${sent.word}`
          : `${sent.isPlain ? 'plain' : 'message'} ${sent.text}`
    expect([told, asMessage(text)]).toEqual([read, asText])
    const model = COMMANDS.filter(({ name }) => name === 'model' || name === 'new')
    expect(model.map(usageOf)).toEqual(['/new', '/model [provider:model]'])
    expect(helpCode('new')).toBe('slash.new')
  },
)
