import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { write } from '@/test/gallery/made-up'
import { renderPage } from '@/test/page/render-page'
import { DenyForm } from './text-form'

test.each([
  ['as browsers tell', { isComposing: true }],
  ['as Safari tells', { keyCode: 229 }],
])('a word that is being composed keeps its keys, %s', (_, composing) => {
  renderPage(
    <DenyForm call={write(0, 'a.txt')} isBusy={false} onSend={async () => null} onCancel={() => undefined} />,
  )
  const field = screen.getByRole('textbox', { name: 'Reason' })
  // By its default it would send.
  expect(fireEvent.keyDown(field, { key: 'Enter', ...composing })).toBe(false)
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
})
