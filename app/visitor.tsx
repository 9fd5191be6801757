import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { unauthorized } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import { AwayPage } from '@/components/page/plain-page'
import { FIGURES_COOKIE, THEME_COOKIE, type Theme, toDrawsFigures, toTheme } from '@/lib/client/page/theme'
import { isLanguage, LANGUAGE_COOKIE, type Language, preferredLanguage } from '@/lib/messages/languages'
import { MESSAGES, type Messages } from '@/lib/messages/messages'
import type { Pages, Visitor } from '@/lib/server/pages'
import { reachServer } from '@/lib/server/reach-server'

export const visitor = cache(async (): Promise<Visitor> => (await reachServer()).visitor(await headers()))

/** Every page calls this itself, or is a `pageFor`: none relies on a layout for it. A stranger gets the sign-in page. */
export async function knownVisitor(): Promise<Exclude<Visitor, { kind: 'stranger' }>> {
  const visit = await visitor()
  return visit.kind === 'stranger' ? unauthorized() : visit
}

/** A page of somebody who is signed in, or why there is none just now. */
export const pageFor =
  <Props,>(content: (pages: Pages, props: Props) => ReactNode | Promise<ReactNode>) =>
  async (props: Props): Promise<ReactNode> => {
    const visit = await knownVisitor()
    if (visit.kind === 'away') return <AwayPage reason={visit.reason} />
    const page = await (await reachServer()).attemptPage(async () => content(visit.pages, props))
    return page.kind === 'away' ? <AwayPage reason={page.reason} /> : page.value
  }

/** The language that the visitor chose here, else the first available one that their browser prefers. */
export async function visitorLanguage(): Promise<Language> {
  const cookie = (await cookies()).get(LANGUAGE_COOKIE)?.value
  return isLanguage(cookie) ? cookie : preferredLanguage((await headers()).get('accept-language'))
}

export const visitorTheme = async (): Promise<Theme> => toTheme((await cookies()).get(THEME_COOKIE)?.value)

export const visitorDrawsFigures = async (): Promise<boolean> =>
  toDrawsFigures((await cookies()).get(FIGURES_COOKIE)?.value)

/** The title of what a page reads; the general one where that cannot be read just now, as the page itself says. */
export async function titleOf(read: (pages: Pages) => Promise<Metadata>): Promise<Metadata> {
  const visit = await visitor()
  if (visit.kind !== 'person') return {}
  const title = await (await reachServer()).attemptPage(() => read(visit.pages))
  return title.kind === 'away' ? {} : title.value
}

/** A page's `generateMetadata`: its title in the visitor's language. */
export const titled = (titleIn: (messages: Messages) => string) => async (): Promise<Metadata> => ({
  title: titleIn(MESSAGES[await visitorLanguage()]),
})
