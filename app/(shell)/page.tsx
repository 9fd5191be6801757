import { redirect } from 'next/navigation'
import { pageFor } from '@/app/visitor'
import { type AvailableModels, FirstSteps } from '@/components/shell/first-steps'
import { findLocalServers } from '@/lib/model/local-servers'
import type { Deps } from '@/lib/run/process/deps'
import { readSettings } from '@/lib/store/connection/setting'
import { listSessions } from '@/lib/store/session/session-status'

/** The newest session; if there is none, first steps. */
export default async function HomePage() {
  return pageFor(async ({ deps }) => {
    const { db } = deps
    const [newest] = await listSessions(db, {
      words: [],
      state: undefined,
      archived: false,
      after: undefined,
      limit: 1,
    })
    if (newest) redirect(`/sessions/${newest.id}`)
    return <FirstSteps models={await availableModels(deps)} />
  })
}

/** The models that could answer. Servers on this machine are looked for only if no model is set up. */
async function availableModels({ db, models }: Pick<Deps, 'db' | 'models'>): Promise<AvailableModels> {
  const { defaultModel } = await readSettings(db)
  const all = models.list(defaultModel)
  const defaultId = models.defaultId(defaultModel)
  const isDemo = defaultId === 'scripted:demo'
  const missing = all.flatMap(({ ready, unavailable }) => (ready || !unavailable ? [] : [unavailable]))
  return {
    answering: { id: defaultId, title: all.find(({ id }) => id === defaultId)?.title ?? defaultId },
    isDemo,
    local: isDemo ? await findLocalServers() : [],
    missing: [...new Set(missing)],
  }
}
