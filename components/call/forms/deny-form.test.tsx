import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '@/lib/testing/page/render-page'
import { DenyForm } from './deny-form'

test.each([
  ['as browsers tell', { isComposing: true }],
  ['as Safari tells', { keyCode: 229 }],
])('a word that is being composed keeps its keys, %s', (_, composing) => {
  const onCancel = vi.fn<() => void>()
  renderPage(<DenyForm callId="call" isBusy={false} onDeny={vi.fn()} onCancel={onCancel} />)
  const field = screen.getByRole('textbox', { name: 'Reason' })
  fireEvent.keyDown(field, { key: 'Escape', ...composing })
  expect(onCancel).not.toHaveBeenCalled()
  // By its default it would send.
  expect(fireEvent.keyDown(field, { key: 'Enter', ...composing })).toBe(false)
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
})
