import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { pageFor, titleOf } from '@/app/visitor'
import { SessionPage } from '@/components/session/session-page'
import type { Pages } from '@/lib/server/pages'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

type Props = { params: Promise<{ sessionId: string }> }

const viewOf = cache((pages: Pages, sessionId: string) => pages.session(sessionId))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { sessionId } = await params
  return titleOf(async pages => {
    const view = await viewOf(pages, sessionId)
    return view ? { title: `${withVisibleEscapes(view.session.title)} · Countersign` } : {}
  })
}

export default pageFor(async (pages, { params }: Props) => {
  const view = await viewOf(pages, (await params).sessionId)
  return view ? <SessionPage initialView={view} /> : notFound()
})
