import { notFound } from 'next/navigation'
import { pageFor, titled } from '@/app/visitor'
import { CompareView } from '@/components/history/compare'

export const generateMetadata = titled(messages => messages.history.compare.title)

export default async function ComparePage({ params }: { params: Promise<{ sessionId: string }> }) {
  return pageFor(async pages => {
    const view = await pages.session((await params).sessionId)
    if (!view?.session.parent) return notFound()
    const { id, title, parent } = view.session
    return <CompareView branch={{ id, title }} parent={parent} />
  })
}
