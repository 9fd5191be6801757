import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PlanStep } from '@/lib/domain/session/plan'
import { aView } from '@/test/factories'
import { answers, refusal, renderPage } from '@/test/page/render-page'
import { PlanPanel } from './plan-panel'

const press = (name: string) => screen.getByRole('button', { name }).click()
const hasFocus = (role: string, name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))

test('a plan is written without a mouse, and who was faster is not written over unseen', async () => {
  answers('GET /api/sessions/{id}/plan/revisions', { items: [], nextCursor: null })
  const late = answers('PUT /api/sessions/{id}/plan', refusal(409, 'stale_revision'))
  const { user, anew } = renderPage(<PlanPanel view={aView()} />)
  const enter = async (name: string) => {
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
  }
  await enter('Write a plan')
  await hasFocus('textbox', 'Step 1')
  await user.keyboard('Read')
  await enter('Add step')
  await hasFocus('textbox', 'Step 2')
  await user.keyboard('Write')
  await enter('Move step 2 up')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move step 1 up' }))
  expect(screen.getByRole('textbox', { name: 'Step 1' })).toHaveProperty('value', 'Write')
  await enter('Move step 1 down')
  await user.click(screen.getByText('Step 2: add dependencies'))
  await user.click(screen.getByRole('checkbox', { name: 'Read' }))
  await user.click(screen.getByRole('checkbox', { name: 'Step 1 is done' }))

  await enter('Save plan')
  await screen.findByRole('alert')
  const save = screen.getByRole('button', { name: 'Save plan' })
  expect(save.ariaDisabled).toBe('true')
  const theirs: PlanStep = { id: 'theirs', title: 'Theirs', status: 'pending', dependsOn: [] }
  anew(<PlanPanel view={aView({ plan: { revision: 4, steps: [theirs], approved: true } })} />)
  press('Keep my version')
  const stored = answers('PUT /api/sessions/{id}/plan', { revision: 5, steps: [], approved: true })
  await waitFor(() => expect(save.ariaDisabled).toBeNull())
  press('Save plan')
  await hasFocus('button', 'Edit plan')
  const [read, write] = (stored.at(0) as { body: { steps: PlanStep[] } }).body.steps
  expect([read, write]).toMatchObject([
    { title: 'Read', status: 'done', dependsOn: [] },
    { title: 'Write', status: 'pending', dependsOn: [read?.id] },
  ])
  expect([...late, ...stored].map(({ headers }) => headers.get('if-match'))).toEqual(['"0"', '"4"'])
})
