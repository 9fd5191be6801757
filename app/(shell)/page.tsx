import { redirect } from 'next/navigation'
import { pageFor } from '@/app/visitor'
import { FirstSteps } from '@/components/shell/first-steps'

/** The newest session; if there is none, first steps. */
export default pageFor(async pages => {
  const newest = await pages.newestSession()
  if (newest) redirect(`/sessions/${newest.id}`)
  return <FirstSteps answering={await pages.usualModel()} />
})
