import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Announcement } from '@/components/list/list-page'
import { answers, renderPage } from '@/test/page/render-page'
import { TimeoutFields } from './model-fields'

test('timeouts are set beside those of others, and an empty field puts back the default', async () => {
  const openai = { connectSeconds: 5 }
  answers('GET /api/settings', { providerTimeouts: { openai, compatible: { connectSeconds: 20 } } })
  const changes = answers('PATCH /api/settings', {})
  const { user } = renderPage([
    <Announcement key="news" />,
    <TimeoutFields key="a" id="compatible" name="A" />,
  ])
  const [connect, silence] = screen.getAllByRole('spinbutton', { hidden: true }) as HTMLInputElement[]
  await waitFor(() => expect(connect?.value).toBe('20'))
  await user.clear(connect as HTMLElement)
  await user.type(silence as HTMLElement, '4000{Enter}')
  expect(changes).toEqual([])
  await user.clear(silence as HTMLElement)
  await user.type(silence as HTMLElement, '600{Enter}')
  await screen.findByText('Saved.')
  const compatible = { silenceSeconds: 600 }
  expect(changes.map(({ body }) => body)).toEqual([{ providerTimeouts: { openai, compatible } }])
})
