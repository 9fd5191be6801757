import { fireEvent, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '@/test/page/render-page'
import { ArgumentsEditor } from './arguments-editor'

type Props = Pick<ComponentProps<typeof ArgumentsEditor>, 'original' | 'preview'>

const properties = Object.fromEntries(
  ['path', 'content', 'url', 'command'].map(name => [name, { type: 'string' }]),
)

function Editor({ original, preview }: Props) {
  const [text, setText] = useState(original)
  return (
    <>
      <ArgumentsEditor
        original={original}
        text={text}
        preview={preview}
        first="form"
        schema={{ type: 'object', properties: { ...properties, limit: { type: 'number' } } }}
        onChange={setText}
      />
      <output>{text}</output>
    </>
  )
}

const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const text = () => screen.getByRole('status').textContent

test('a form changes just the value that a person changes: no default, no order, no line break', async () => {
  const original = '{\r\n "limit":1.0,\t"content":"one\\r\\ntwo",  "path" : "a\\u002etxt"}'
  const { user } = renderPage(<Editor original={original} />)
  expect(['path', 'limit', 'content', 'url'].map(name => field(name).value)).toEqual([
    ...['a.txt', '1.0', 'one\ntwo', ''],
  ])
  await user.type(field('content'), '!')
  const changed = original.replace('two', 'two!')
  expect(text()).toBe(changed)
  fireEvent.change(field('limit'), { target: { value: 'two' } })
  screen.getByRole('alert')
  expect(text()).toBe(changed)
  fireEvent.change(field('limit'), { target: { value: '2' } })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(text()).toBe(changed.replace('1.0', '2'))

  screen.getByRole('tab', { name: 'Form' }).focus()
  await user.keyboard('{ArrowRight}')
  const json = field('Arguments (JSON)')
  expect(json.value).toBe(changed.replace('1.0', '2').replace('\r\n', '\n'))
  fireEvent.change(json, { target: { value: '{"content":' } })
  await user.click(screen.getByRole('tab', { name: 'Form' }))
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(text()).toBe('{"content":')
})

test('a command is edited as a line', async () => {
  const command = { argv: ['ls'], text: 'ls', cwd: '', sandboxed: true, network: false }
  const { user } = renderPage(
    <Editor
      original='{"command":"ls"}'
      preview={{ summary: '', preconditions: [], kind: 'command', command }}
    />,
  )
  expect(document.activeElement).toBe(field('command'))
  await user.type(field('command'), '{Enter}')
  expect(text()).toBe('{"command":"ls"}')
  await user.type(field('command'), '{Shift>}{Enter}{/Shift}pwd{Enter}')
  expect(text()).toBe('{"command":"ls\\npwd\\n"}')
})
