import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { write } from '@/test/gallery/made-up'
import { renderPage } from '@/test/page/render-page'
import { TextForm } from './text-form'

test.each([
  ['as browsers tell', { isComposing: true }],
  ['as Safari tells', { keyCode: 229 }],
])('a word that is being composed keeps its keys, %s', (_, composing) => {
  const onSend = vi.fn(async () => null)
  renderPage(<TextForm call={write(0, 'a')} form="deny" isBusy={false} onSend={onSend} onCancel={vi.fn()} />)
  const field = screen.getByRole('textbox', { name: 'Reason' })
  fireEvent.keyDown(field, { key: 'Enter', ...composing })
  expect(onSend).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSend).toHaveBeenCalledOnce()
})
