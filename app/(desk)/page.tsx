import { redirect } from 'next/navigation'
import { modelsAtHand } from '@/app/models-at-hand'
import { knownVisitor } from '@/app/visitor'
import { FirstSteps } from '@/components/desk/first-steps'
import { AwayPage } from '@/components/sign-in/away-page'
import { listSessions } from '@/lib/store/standing'

/** The newest session; where there is none, first steps. */
export default async function HomePage() {
  const asked = await knownVisitor()
  if (asked.kind === 'away') return <AwayPage reason={asked.reason} />
  const { db, models } = asked.working.deps
  const [newest] = await listSessions(db, {
    words: [],
    state: undefined,
    archived: false,
    after: undefined,
    limit: 1,
  })
  if (newest) redirect(`/sessions/${newest.id}`)
  return <FirstSteps models={await modelsAtHand(models)} />
}
