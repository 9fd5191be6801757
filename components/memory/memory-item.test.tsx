import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Announcement } from '@/components/list/list-page'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { MemoryItem } from './memory-item'

test('an edit keeps what was typed where it is refused, and is announced once it is stored', async () => {
  const memory = KEPT_STATES.memories?.memories?.[0]
  if (!memory) throw new Error('The gallery has no memory.')
  const { user } = renderPage(
    <>
      <Announcement />
      <MemoryItem memory={memory} onTag={() => undefined} />
    </>,
  )
  const requests = answers('PATCH /api/memories/{id}', refusal(422, 'invalid_request'))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const field = screen.getByRole('textbox', { name: 'Text' })
  await user.type(field, ' Or blue.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  expect(field).toHaveProperty('value', `${memory.text} Or blue.`)
  answers('PATCH /api/memories/{id}', memory)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(requests.map(({ params, body }) => [params.id, body])).toEqual([
    [memory.id, expect.objectContaining({ text: `${memory.text} Or blue.` })],
  ])
})
