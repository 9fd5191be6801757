import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { ApiProblem } from '@/lib/client/api/fetch-api'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
import { aSession, aView } from '@/test/factories'
import { diffOf, digestOf, invocation, write } from '@/test/gallery/made-up'
import { answers, type PageRequest, renderPage } from '@/test/page/render-page'
import type { SendDecision } from '../set/deciding'
import { ChangeForm } from './change-form'
import { KeptDrafts } from './kept-drafts'

const SOUND: PreviewAnswer = {
  errors: [],
  verdict: 'ask',
  risk: { level: 'low', reasons: [] },
  preview: diffOf('b.txt', ['B']),
  digest: digestOf(9),
}
const WRONG: PreviewAnswer = {
  verdict: 'ask',
  risk: { level: 'low', reasons: [] },
  errors: [{ path: '/path', message: 'Expected a text' }],
}

const textIn = ({ body }: PageRequest): string => (body as { argumentsText: string }).argumentsText

function openForm(call: WaitingCall) {
  const onApprove = vi.fn<SendDecision>(async () => null)
  const original = call.proposed.argumentsText
  const page = renderPage(
    <ChangeForm
      call={call}
      original={original}
      onApprove={onApprove}
      isBusy={false}
      schema={call.schema}
      onCancel={() => undefined}
    />,
  )
  const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
  return {
    ...page,
    onApprove,
    field,
    approve: screen.getByRole('button', { name: 'Approve edited' }),
    review: () => page.user.click(screen.getByRole('button', { name: 'Review change' })),
    fill: async (name: string, text: string) => {
      await page.user.clear(field(name))
      await page.user.paste(text)
    },
  }
}

const JSON_FIELD = 'Arguments (JSON)'

test('arguments are refused where they are wrong, nothing typed is lost, and what was reviewed is approved', async () => {
  answers('POST /api/calls/preview', (request: PageRequest) =>
    textIn(request).includes('7') ? WRONG : SOUND,
  )
  const call = write(0, 'a.txt')
  const { user, approve, review, fill, field, onApprove } = openForm(call)
  const on = () => waitFor(() => expect(approve.ariaDisabled).toBeNull())
  await user.click(screen.getByRole('tab', { name: 'JSON' }))
  await fill(JSON_FIELD, '{"path": 7}')
  await review()
  expect((await screen.findByRole('alert')).textContent).toContain('/path')
  expect(approve.ariaDisabled).toBe('true')

  const text = '{"path": "b.txt"}'
  await fill(JSON_FIELD, text)
  expect(screen.queryByRole('alert')).toBeNull()
  await review()
  await screen.findByRole('region', { name: 'With your change' })
  await on()
  await user.type(field(JSON_FIELD), ' ')
  expect(approve.ariaDisabled).toBe('true')
  await review()
  await on()
  onApprove.mockResolvedValueOnce(new ApiProblem('stale_digest', 'Changed'))
  await user.click(approve)
  await waitFor(() => expect(approve.ariaDisabled).toBe('true'))

  answers('POST /api/calls/preview', HttpResponse.error())
  await review()
  await screen.findByRole('alert')
  expect(field(JSON_FIELD).value).toBe(`${text} `)
  expect(approve.ariaDisabled).toBe('true')
  answers('POST /api/calls/preview', SOUND)
  await review()
  await on()
  approve.focus()
  await user.keyboard('{Enter}')
  const decision = { kind: 'edit', callId: call.id, digest: call.digest, argumentsText: `${text} ` }
  for (const n of [1, 2])
    expect(onApprove).toHaveBeenNthCalledWith(
      n,
      // Whoever asked for the review has read it, on however small a screen.
      expect.objectContaining({ ...decision, previewDigest: digestOf(9), seen: 'whole' }),
      'low',
    )
})

test('an edit stays while its call changes, and once that is settled it can be copied', async () => {
  answers('POST /api/calls/preview', SOUND)
  const proposed = invocation('write_file', { path: 'a.txt', content: 'A' })
  const call = write(0, 'a.txt', { id: 'edited', sessionId: 'of-the-edit', proposed })
  const before = openForm(call)
  await before.user.click(screen.getByRole('tab', { name: 'Form' }))
  await before.fill('content', 'mine')
  before.unmount()
  const after = openForm({ ...call, digest: digestOf(5) })
  expect(after.field('content').value).toBe('mine')
  expect(after.container.textContent).toContain('The call changed since you began.')
  after.unmount()

  const { user } = renderPage(<KeptDrafts view={aView({ session: aSession({ id: call.sessionId }) })} />)
  const kept = screen.getByRole('group', { name: 'Unfinished edit' })
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('{"path":"a.txt","content":"mine"}')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(kept.isConnected).toBe(false)
})
