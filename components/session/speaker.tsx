import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

type Props = { who: 'you' | 'agent' | 'summary' | 'correction'; children: ReactNode }

/** Something that was said, under the name of who said it. */
export function Speaker({ who, children }: Props) {
  const t = useTranslations('session.speaker')
  const id = useId()
  return (
    <article aria-labelledby={id} className="min-w-0">
      <p id={id} className="speaker">
        {t(who)}
      </p>
      {children}
    </article>
  )
}
