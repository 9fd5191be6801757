import type { Metadata } from 'next'
import { visitorLanguage } from '@/app/language'
import { knownVisitor } from '@/app/visitor'
import { History } from '@/components/history/history'
import { AwayPage } from '@/components/sign-in/away-page'
import { WORDS } from '@/lib/client/words/words-of'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: WORDS[await visitorLanguage()].history.history.title }
}

/** What it looks for stands in its address. */
export default async function HistoryPage({ searchParams }: Props) {
  const asked = await knownVisitor()
  if (asked.kind === 'away') return <AwayPage reason={asked.reason} />
  const pairs = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value ?? []].flat().map(one => [name, one]),
  )
  const tools = asked.working.deps.tools.list().map(({ name }) => name)
  return <History address={new URLSearchParams(pairs).toString()} tools={tools} />
}
