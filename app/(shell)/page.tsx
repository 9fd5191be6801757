import { redirect } from 'next/navigation'
import { pageFor } from '@/app/visitor'
import { type AvailableModels, FirstSteps } from '@/components/shell/first-steps'
import { findLocalServers } from '@/lib/model/local-servers'
import type { Models } from '@/lib/model/models'
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
    return <FirstSteps models={await availableModels(models)} />
  })
}

/** The models that could answer. Servers on this machine are looked for only if no model is set up. */
async function availableModels({ list, defaultId }: Models): Promise<AvailableModels> {
  const all = list()
  const isDemo = defaultId === 'scripted:demo'
  const missing = all.flatMap(({ ready, unavailable }) => (ready || !unavailable ? [] : [unavailable]))
  return {
    answering: { id: defaultId, title: all.find(({ id }) => id === defaultId)?.title ?? defaultId },
    isDemo,
    local: isDemo ? await findLocalServers() : [],
    missing: [...new Set(missing)],
  }
}
