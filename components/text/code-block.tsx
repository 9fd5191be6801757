'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CodeText } from './code-text'
import { VisibleText } from './visible-text'

/** How long it says that it was copied. */
const SAID_MS = 2_000

type Props = { children: string; language: string }

/** Code in somebody's words: wrapped, whole, and to be had to the character. */
export function CodeBlock({ children, language }: Props) {
  const t = useTranslations('text.codeBlock')
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(children)
      setOutcome('copied')
    } catch {
      // There is no clipboard where the address is not secure, or somebody has forbidden it.
      setOutcome('refused')
    }
  }
  return (
    <figure className="code-block" aria-label={t('code')} dir="ltr">
      <figcaption className="code-block-head">
        <span>
          <VisibleText isLine>{language}</VisibleText>
        </span>
        <Button look="quiet" onClick={() => void copy()}>
          {t(outcome ?? 'copy')}
        </Button>
      </figcaption>
      <CodeText>{children}</CodeText>
    </figure>
  )
}
