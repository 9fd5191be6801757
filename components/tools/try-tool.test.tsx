import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aTool } from '@/test/factories'
import { answers, renderPage } from '@/test/page/render-page'
import { TryTool } from './try-tool'

test('a tool is not run with arguments that are wrong, and it is said which', async () => {
  answers('GET /api/sessions', { items: [], nextCursor: null })
  const errors = [{ path: '/path', message: 'is missing' }]
  const answer = { errors, verdict: 'ask', risk: { level: 'low', reasons: [] } }
  answers('POST /api/tools/{toolId}/preview', answer)
  const { user } = renderPage(<TryTool tool={aTool()} />)
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect((await screen.findByRole('alert')).textContent).toContain('/path')
  const run = screen.getByRole('button', { name: 'Run' })
  await user.click(run)
  expect(run.ariaDisabled).toBe('true')
})
