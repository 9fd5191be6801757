import { cookies, headers } from 'next/headers'
import { askedLanguage, isLanguage, LANGUAGE_COOKIE, type Language } from '@/lib/client/words/languages'

/** The language of whoever asks for a page: the one they chose here, else the one that their browser asks for. */
export async function visitorLanguage(): Promise<Language> {
  const chosen = (await cookies()).get(LANGUAGE_COOKIE)?.value
  return isLanguage(chosen) ? chosen : askedLanguage((await headers()).get('accept-language'))
}
