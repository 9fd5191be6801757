import { redirect } from 'next/navigation'
import { pageFor } from '@/app/visitor'
import { FirstSteps } from '@/components/shell/first-steps'
import { listSessions } from '@/lib/store/session/session-status'

/** The newest session; if there is none, first steps. */
export default async function HomePage() {
  return pageFor(async ({ deps: { db, models } }) => {
    const [newest] = await listSessions(db, {
      words: [],
      state: undefined,
      archived: false,
      after: undefined,
      limit: 1,
    })
    if (newest) redirect(`/sessions/${newest.id}`)
    const { defaultId } = models
    const usual = models.list().find(({ id }) => id === defaultId)
    const { title = defaultId, ready: isReady = false } = usual ?? {}
    return <FirstSteps answering={{ id: defaultId, title, isReady }} />
  })
}
