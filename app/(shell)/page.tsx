import { redirect } from 'next/navigation'
import { pageFor } from '@/app/visitor'
import { FirstSteps } from '@/components/shell/first-steps'
import { readSettings } from '@/lib/store/connection/setting'
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
    const { defaultModel } = await readSettings(db)
    const id = models.defaultId(defaultModel)
    const usual = models.list(defaultModel).find(model => model.id === id)
    return <FirstSteps answering={{ id, title: usual?.title ?? id, isReady: usual?.ready ?? false }} />
  })
}
