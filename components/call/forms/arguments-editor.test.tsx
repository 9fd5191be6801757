import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Preview } from '@/lib/domain/call/preview'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { codeEditor, openJson } from '@/test/page/code-editor'
import { renderPage } from '@/test/page/render-page'
import { ArgumentsEditor } from './arguments-editor'

type Props = { original: string; preview?: Preview; properties?: JsonSchema; tool?: string }

const TEXTS = Object.fromEntries(
  ['path', 'content', 'url', 'command'].map(name => [name, { type: 'string' }]),
)

function Editor({ original, preview, properties = { ...TEXTS, limit: { type: 'number' } }, tool }: Props) {
  const [text, setText] = useState(original)
  return (
    <>
      <ArgumentsEditor
        text={text}
        preview={preview}
        tool={tool}
        schema={{ type: 'object', properties }}
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
  expect(['path', 'content', 'url'].map(name => field(name).value)).toEqual(['a.txt', 'one\ntwo', ''])
  await user.type(field('content'), '!')
  const changed = original.replace('two', 'two!')
  expect(text()).toBe(changed)
  fireEvent.change(screen.getByRole('textbox', { name: 'limit' }), { target: { value: '' } })
  screen.getByRole('alert')
  expect(text()).toBe(changed)
  fireEvent.change(screen.getByRole('textbox', { name: 'limit' }), { target: { value: '2' } })
  expect(screen.queryByRole('alert')).toBeNull()
  const last = changed.replace('1.0', '2')
  expect(text()).toBe(last)

  await openJson()
  const json = await codeEditor('Arguments (JSON)')
  expect(json.state.doc.toString()).toBe(
    JSON.stringify(JSON.parse(last), null, 2).replace('a.txt', 'a\\u002etxt'),
  )
  const at = json.state.doc.toString().indexOf('two!')
  json.dispatch({ changes: { from: at, to: at + 4, insert: 'three' } })
  await waitFor(() => expect(text()).toBe(last.replace('two!', 'three')))
  json.dispatch({ changes: { from: 20, to: json.state.doc.length } })
  await user.click(screen.getByRole('tab', { name: 'Form' }))
  expect(screen.queryAllByRole('textbox')).toEqual([])
})

test('the view is remembered for each tool', async () => {
  const open = (tool: string) => renderPage(<Editor original='{"path":"a"}' tool={tool} />)
  const first = open('one')
  await openJson()
  first.unmount()
  for (const [tool, view] of [
    ['one', 'JSON'],
    ['two', 'Form'],
  ] as const) {
    const { unmount } = open(tool)
    screen.getByRole('tab', { name: view, selected: true })
    unmount()
  }
})

test('a date, an instant and an address have the fields that browsers have for them', () => {
  const properties = Object.fromEntries(
    ['date', 'date-time', 'email', 'uri'].map(format => [format, { type: 'string', format }]),
  )
  const at = '2026-03-01T10:00:00Z'
  const original = JSON.stringify({ date: '2026-03-01', 'date-time': at, email: 'a b', uri: 'https://a' })
  renderPage(<Editor original={original} properties={properties} />)
  const typeOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true }).type
  // What such a field could not hold to the character has a plain one.
  expect(['date', 'date-time', 'email', 'uri'].map(typeOf)).toEqual([
    ...['date', 'datetime-local', 'textarea', 'url'],
  ])
  fireEvent.change(screen.getByLabelText('date-time'), { target: { value: '2026-03-02T12:30' } })
  expect(JSON.parse(text() ?? '')['date-time']).toBe(
    new Date('2026-03-02T12:30').toISOString().replace('.000Z', 'Z'),
  )
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
