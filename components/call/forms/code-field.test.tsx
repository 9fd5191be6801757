import { act, render, screen, waitFor } from '@testing-library/react'
import { EditorView } from '@uiw/react-codemirror'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CodeField } from './code-field'

const echoes: (() => void)[] = []

/** Its text comes back late, as on a page that has much to do. */
function SlowForm() {
  const [text, setText] = useState('')
  const change = (next: string) => echoes.push(() => setText(next))
  return (
    <>
      <CodeField value={text} onChange={change} name="content" language="a.txt" />
      <button type="button" onClick={() => setText('From outside')} />
    </>
  )
}

test('what is typed while the text comes back is not undone, and another text is taken', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { container } = render(<SlowForm />)
  const editor = EditorView.findFromDOM(container)
  for (const insert of ['a', 'b'])
    act(() => editor?.dispatch({ changes: { from: editor.state.doc.length, insert } }))
  for (const echo of echoes.splice(0)) act(echo)
  act(() => vi.advanceTimersByTime(1_000))
  expect(editor?.state.doc.toString()).toBe('ab')
  act(() => screen.getByRole('button').click())
  expect(editor?.state.doc.toString()).toBe('From outside')
})

test('whoever writes in the plain field goes on in the editor that takes its place', async () => {
  // In a file that ran before, the editor may have come already.
  vi.resetModules()
  const { CodeArea } = await import('./lazy-code-field')
  const { container } = render(
    <CodeArea value="one two" onChange={() => {}} name="content" language="a.txt" />,
  )
  const plain = screen.getByRole<HTMLTextAreaElement>('textbox')
  plain.focus()
  plain.setSelectionRange(3, 3)
  await waitFor(() => expect(plain.isConnected).toBe(false))
  const editor = EditorView.findFromDOM(container)
  expect([editor?.hasFocus, editor?.state.selection.main.head]).toEqual([true, 3])
})
