import type { ModelsAtHand } from '@/components/desk/models-at-hand'
import { findLocalServers } from '@/lib/model/local-servers'
import type { Models } from '@/lib/model/models'

/** What could answer here. Programs on this machine are only asked for where no model is set up. */
export async function modelsAtHand({ list, defaultId }: Models): Promise<ModelsAtHand> {
  const known = list()
  const isDemo = defaultId === 'scripted:demo'
  const missing = known.flatMap(({ ready, unavailable }) => (ready || !unavailable ? [] : [unavailable]))
  return {
    answering: { id: defaultId, title: known.find(({ id }) => id === defaultId)?.title ?? defaultId },
    isDemo,
    local: isDemo ? await findLocalServers() : [],
    missing: [...new Set(missing)],
  }
}
