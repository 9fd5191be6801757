import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { KEPT_STATES } from '@/test/gallery/kept-states'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { MemoryItem } from './memory-item'

function openItem() {
  const memory = KEPT_STATES.memories?.memories?.[0]
  if (!memory) throw new Error('The gallery has no memory.')
  const onAnnounce = vi.fn<(text: string) => void>()
  const onTag = vi.fn<(tag: string | null) => void>()
  return {
    memory,
    onAnnounce: onAnnounce,
    onTag,
    ...renderPage(<MemoryItem memory={memory} onTag={onTag} onAnnounce={onAnnounce} tag={null} />),
  }
}

test('an edit keeps what was typed where it is refused, and is announced once it is stored', async () => {
  const { user, memory, onAnnounce } = openItem()
  const requests = answers('PATCH /api/memories/{id}', refusal(422, 'invalid_request'))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const field = screen.getByRole('textbox', { name: 'Text' })
  await user.type(field, ' Or blue.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  expect(field).toHaveProperty('value', `${memory.text} Or blue.`)
  answers('PATCH /api/memories/{id}', memory)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onAnnounce).toHaveBeenCalledOnce())
  expect(requests.map(({ params, body }) => [params.id, body])).toEqual([
    [memory.id, expect.objectContaining({ text: `${memory.text} Or blue.` })],
  ])
})

test('a tag filters the list', async () => {
  const { user, onTag } = openItem()
  const tags = screen.getByRole('list', { name: /tags/i })
  await user.click(within(tags).getByRole('button', { name: 'brand' }))
  expect(onTag).toHaveBeenCalledWith('brand')
})
