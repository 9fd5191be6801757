import type { Metadata } from 'next'
import { visitorLanguage } from '@/app/language'
import { knownVisitor } from '@/app/visitor'
import { AwayPage } from '@/components/sign-in/away-page'
import { Skills } from '@/components/skills/skills'
import { WORDS } from '@/lib/client/words/words-of'

export async function generateMetadata(): Promise<Metadata> {
  return { title: WORDS[await visitorLanguage()].skills.skills.title }
}

export default async function SkillsPage() {
  const asked = await knownVisitor()
  return asked.kind === 'away' ? <AwayPage reason={asked.reason} /> : <Skills />
}
