import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anEntry, aSession, aView } from '@/test/factories'
import { answers, renderPage } from '@/test/page/render-page'
import { NoticeArticle } from './notice-article'

const REFUSED =
  'OpenAI refused the tool say of the server desk (400). Leave it out in the settings of the session. It said: “No.”'

test('a tool that the provider refuses is left out by a button, and the run goes on', async () => {
  const tools = { include: null, exclude: ['run_command'] }
  const session = aSession({ id: 's', tools })
  answers('GET /api/sessions/{id}', aView({ session }))
  const changes = answers('PATCH /api/sessions/{id}', session)
  const runs = answers('POST /api/runs/{id}/continue', { runId: 'again' })
  const entry = anEntry({
    kind: 'notice',
    runId: 'r',
    text: REFUSED,
    codedText: {
      code: 'failure.said',
      params: { quote: 'No.' },
      parts: [
        { code: 'failure.refusedTool', params: { who: 'OpenAI', tool: 'say', server: 'desk', status: 400 } },
      ],
    },
    outcome: { stopReason: 'error', cause: 'bad_request' },
  })
  const { user } = renderPage(<NoticeArticle sessionId="s" entry={entry} canContinue />)
  await user.click(await screen.findByRole('button', { name: 'Leave out desk__say and try again' }))
  await waitFor(() => expect(runs).toHaveLength(1))
  expect(changes.map(({ body }) => body)).toEqual([
    { tools: { include: null, exclude: ['run_command', 'desk__say'] } },
  ])
})
