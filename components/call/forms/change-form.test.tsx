import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { ApiProblem } from '@/lib/client/api/fetch-api'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
import { aSession, aView } from '@/test/factories'
import { diffOf, digestOf, invocation, write } from '@/test/gallery/made-up'
import { codeEditor, openJson, writeCode } from '@/test/page/code-editor'
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
  const page = renderPage(
    <ChangeForm
      call={call}
      original={call.proposed.argumentsText}
      onApprove={onApprove}
      isBusy={false}
      schema={call.schema}
      onCancel={() => undefined}
    />,
  )
  const approve = screen.getByRole('button', { name: 'Approve with changes' })
  return {
    ...page,
    onApprove,
    approve,
    isOn: () => waitFor(() => expect(approve.ariaDisabled).toBeNull()),
    review: async () => page.user.click(await screen.findByRole('button', { name: 'Review change' })),
  }
}

const JSON_FIELD = 'Arguments (JSON)'

const textOf = async (name: string): Promise<string> => (await codeEditor(name)).state.doc.toString()

test('arguments are refused where they are wrong, nothing typed is lost, and what was reviewed is approved', async () => {
  answers('POST /api/calls/preview', (request: PageRequest) =>
    textIn(request).includes('7') ? WRONG : SOUND,
  )
  const call = write(0, 'a.txt')
  const { user, approve, isOn, review, onApprove } = openForm(call)
  await openJson()
  await writeCode(JSON_FIELD, '{"path": 7}')
  expect((await screen.findByRole('alert')).textContent).toContain('/path')
  expect(approve.ariaDisabled).toBe('true')

  const text = '{"path": "b.txt"}'
  await writeCode(JSON_FIELD, text)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await screen.findByRole('region', { name: 'With your change' })
  // Nothing of it is on screen where nothing is laid out.
  await review()
  await isOn()
  await writeCode(JSON_FIELD, `${text} `)
  await waitFor(() => expect(approve.ariaDisabled).toBe('true'))
  await review()
  await isOn()
  onApprove.mockResolvedValueOnce(new ApiProblem('stale_digest', 'Changed'))
  answers('POST /api/calls/preview', HttpResponse.error())
  await user.click(approve)
  await waitFor(() => expect(approve.ariaDisabled).toBe('true'))
  await screen.findByRole('alert')
  expect(await textOf(JSON_FIELD)).toBe(`${text} `)
  answers('POST /api/calls/preview', SOUND)
  await review()
  await isOn()
  screen.getByRole('textbox', { name: JSON_FIELD }).focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  const decision = { kind: 'edit', callId: call.id, digest: call.digest, argumentsText: `${text} ` }
  for (const n of [1, 2])
    expect(onApprove).toHaveBeenNthCalledWith(
      n,
      // Whoever asked for the review has read it, on however small a screen.
      expect.objectContaining({ ...decision, previewDigest: digestOf(9), seen: 'whole' }),
      'low',
    )
})

test('what a change would do by now has to be seen, or asked for, like what it did before', async () => {
  answers('POST /api/calls/preview', SOUND)
  const { user, approve, isOn, review, onApprove } = openForm(write(0, 'a.txt'))
  await openJson()
  await writeCode(JSON_FIELD, '{"path": "b.txt"}')
  await review()
  await isOn()
  onApprove.mockResolvedValueOnce(new ApiProblem('stale_digest', 'Changed'))
  answers('POST /api/calls/preview', { ...SOUND, digest: digestOf(8), preview: diffOf('b.txt', ['C']) })
  await user.click(approve)
  await screen.findByRole('button', { name: 'Review change' })
  expect(approve.ariaDisabled).toBe('true')
  await review()
  await isOn()
})

test('the answer to an earlier text approves nothing, and nor does what has not changed', async () => {
  const late = Promise.withResolvers<PreviewAnswer>()
  const requests = answers('POST /api/calls/preview', (request: PageRequest) =>
    textIn(request).includes('early') ? late.promise : { ...SOUND, digest: digestOf(8) },
  )
  const call = write(0, 'a.txt')
  const { approve, isOn, review, user, onApprove } = openForm(call)
  const original = await textOf('content')
  await writeCode('content', 'early')
  await waitFor(() => expect(requests).toHaveLength(1))
  await writeCode('content', 'last')
  late.resolve(SOUND)
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(approve.ariaDisabled).toBe('true')
  await review()
  await isOn()
  await user.click(approve)
  expect(onApprove.mock.lastCall?.[0]).toMatchObject({ previewDigest: digestOf(8) })
  await writeCode('content', original)
  await waitFor(() => expect(approve.ariaDisabled).toBe('true'))
  expect(screen.queryByRole('region')).toBeNull()
})

test('an edit stays while its call changes, and once that is settled it can be copied', async () => {
  answers('POST /api/calls/preview', SOUND)
  const proposed = invocation('write_file', { path: 'a.txt', content: 'A' })
  const call = write(0, 'a.txt', { id: 'edited', sessionId: 'of-the-edit', proposed })
  const before = openForm(call)
  await before.user.click(screen.getByRole('tab', { name: 'Form' }))
  await writeCode('content', 'mine')
  before.unmount()
  const after = openForm({ ...call, digest: digestOf(5) })
  expect(await textOf('content')).toBe('mine')
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
