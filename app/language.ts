import { cookies, headers } from 'next/headers'
import { askedLanguage, LANGUAGE_COOKIE, Language } from '@/lib/client/words/languages'

/** The language of whoever asks for a page: the one they chose here, else the one that their browser asks for. */
export async function visitorLanguage(): Promise<Language> {
  const chosen = Language.safeParse((await cookies()).get(LANGUAGE_COOKIE)?.value)
  return chosen.success ? chosen.data : askedLanguage((await headers()).get('accept-language'))
}
