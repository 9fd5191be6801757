import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { languageNamed } from '@/lib/client/text/language-of'
import { CodeText } from './code-text'
import { ColouredCode } from './coloured-code'
import { useClipboard } from './use-clipboard'
import { CodeName } from './visible-text'

/** What code and diagrams stand in. */
export const CODE_FIGURE = 'rounded-base border border-hairline bg-surface px-2.5 pb-1.5'
export const CODE_CAPTION = 'flex min-h-7 items-center text-quiet text-small'

/** Code that is still being written has no colours yet. */
const Growing = createContext(false)

export const GrowingProvider = Growing.Provider

/** A code block: wrapped, and copied to the character. */
export function CodeBlock({ children, language }: { children: string; language: string }) {
  const t = useTranslations('text.codeBlock')
  const named = languageNamed(language)
  const isWhole = !use(Growing)
  return (
    <figure className={CODE_FIGURE} aria-label={t('code')} dir="ltr">
      <figcaption className={`${CODE_CAPTION} justify-between`}>
        <CodeName>{language}</CodeName>
        <CopyCode>{children}</CopyCode>
      </figcaption>
      {named && isWhole ? (
        <ColouredCode language={named}>{children}</ColouredCode>
      ) : (
        <CodeText>{children}</CodeText>
      )}
    </figure>
  )
}

export function CopyCode({ children }: { children: string }) {
  const t = useTranslations('text.codeBlock')
  const { copied, refused, copy } = useClipboard<'copied'>()
  return (
    <Button variant="quiet" className="-mr-1.5" onClick={() => copy('copied', children)}>
      {t(refused ? 'refused' : (copied ?? 'copy'))}
    </Button>
  )
}
