import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { unauthorized } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import { AwayPage } from '@/components/page/plain-page'
import { authenticate } from '@/lib/auth/authenticate'
import {
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  preferredLanguage,
} from '@/lib/client/messages/languages'
import { MESSAGES, type Messages } from '@/lib/client/messages/messages'
import { FIGURES_COOKIE, THEME_COOKIE, type Theme, toDrawsFigures, toTheme } from '@/lib/client/page/theme'
import type { Person } from '@/lib/domain/contract/person'
import { Refusal } from '@/lib/domain/contract/problem'
import { orUnavailable } from '@/lib/run/process/unavailable'
import { currentProcess, type Working } from '@/lib/server/current-process'

/** Who requests a page. `away`: nothing can be read just now, for this reason. */
type Visitor =
  | { kind: 'person'; person: Person; working: Working }
  | { kind: 'stranger' }
  | { kind: 'away'; reason: string }

export const visitor = cache(async (): Promise<Visitor> => {
  const current = currentProcess()
  const person = await authenticate(current, await headers())
  if (person instanceof Refusal) return strangerOr(person)
  const working = await current.working()
  return working instanceof Refusal ? strangerOr(working) : { kind: 'person', person, working }
})

const strangerOr = ({ code, detail }: Refusal): Visitor =>
  code === 'unavailable' ? { kind: 'away', reason: detail } : { kind: 'stranger' }

/** Every page calls this itself, or `pageFor`: none relies on a layout for it. A stranger gets the sign-in page. */
export async function knownVisitor(): Promise<Exclude<Visitor, { kind: 'stranger' }>> {
  const known = await visitor()
  return known.kind === 'stranger' ? unauthorized() : known
}

/** A page of somebody who is signed in, or why there is none just now. */
export async function pageFor(content: (working: Working) => ReactNode | Promise<ReactNode>) {
  const known = await knownVisitor()
  if (known.kind === 'away') return <AwayPage reason={known.reason} />
  const page = await orUnavailable(currentProcess(), async () => content(known.working))
  return page instanceof Refusal ? <AwayPage reason={page.detail} /> : page
}

/** The language that the visitor chose here, else the first available one that their browser prefers. */
export async function visitorLanguage(): Promise<Language> {
  const chosen = (await cookies()).get(LANGUAGE_COOKIE)?.value
  return isLanguage(chosen) ? chosen : preferredLanguage((await headers()).get('accept-language'))
}

export const visitorTheme = async (): Promise<Theme> => toTheme((await cookies()).get(THEME_COOKIE)?.value)

export const visitorDrawsFigures = async (): Promise<boolean> =>
  toDrawsFigures((await cookies()).get(FIGURES_COOKIE)?.value)

/** The title of what a page reads; the general one where that cannot be read just now, as the page itself says. */
export async function titleOf(read: () => Promise<Metadata>): Promise<Metadata> {
  const title = await orUnavailable(currentProcess(), read)
  return title instanceof Refusal ? {} : title
}

/** A page's `generateMetadata`: its title in the visitor's language. */
export const titled = (titleIn: (messages: Messages) => string) => async (): Promise<Metadata> => ({
  title: titleIn(MESSAGES[await visitorLanguage()]),
})
