import { notFound } from 'next/navigation'
import { pageFor, titled } from '@/app/visitor'
import { CompareView } from '@/components/history/compare'

export const generateMetadata = titled(messages => messages.history.compare.title)

export default pageFor(async (pages, { params }: { params: Promise<{ sessionId: string }> }) => {
  const view = await pages.session((await params).sessionId)
  if (!view?.session.parent) return notFound()
  const { id, title, parent } = view.session
  return <CompareView branch={{ id, title }} parent={parent} />
})
