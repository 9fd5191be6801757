import type { Metadata } from 'next'
import { visitorLanguage } from '@/app/language'
import { knownVisitor } from '@/app/visitor'
import { Memories } from '@/components/memory/memories'
import { AwayPage } from '@/components/sign-in/away-page'
import { WORDS } from '@/lib/client/words/words-of'

export async function generateMetadata(): Promise<Metadata> {
  return { title: WORDS[await visitorLanguage()].memory.memories.title }
}

export default async function MemoryPage() {
  const asked = await knownVisitor()
  return asked.kind === 'away' ? <AwayPage reason={asked.reason} /> : <Memories />
}
