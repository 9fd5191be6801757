import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { copyExactly } from '@/components/text/copy-exactly'
import { VisibleText } from '@/components/text/visible-text'

/** Beyond this it takes longer to find the words that differ than a page may take. */
const MOST = 20_000

/** What a person changed of a text, as a correction in it: what was struck and what was put in. */
export function TextChange({ before, after }: { before: string; after: string }) {
  const t = useTranslations('session.textChange')
  const parts = useMemo(
    () => (before.length + after.length > MOST ? null : diffWordsWithSpace(before, after)),
    [before, after],
  )
  if (!parts) return <p className="call-story-note">{t('tooLong')}</p>
  let at = 0
  return (
    <pre className="code paper-block px-2.5 py-1" onCopy={copyExactly}>
      {parts.map(({ value, added, removed }) => {
        const key = at
        at += 1
        const Part = added ? 'ins' : removed ? 'del' : 'span'
        return (
          <Part key={key}>
            <VisibleText>{value}</VisibleText>
          </Part>
        )
      })}
    </pre>
  )
}
